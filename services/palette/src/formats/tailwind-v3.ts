import type { ExportFormat } from './export-format.ts';
import type { Json } from '../themes/theme.ts';
import { colorsOf, isColorToken } from './token.ts';
import type { DesignToken, ValueToken } from './token.ts';
import { leadingOf, nameOf, nameTokens } from './naming/name-tokens.ts';
import { ASCII_KEBAB_NAMES } from './naming/rules.ts';
import { cssColor, cssValue } from './notation/css-value.ts';
import { nest } from './notation/nest.ts';
import { familiesInCss, lostDashes, purposeOf, treeOf } from './notation/value-parts.ts';

/** Keys are nested in the prefix's group, so a shade may be a bare number. */
const KEYS = { ...ASCII_KEBAB_NAMES, leadingDigit: true };

/**
 * A Tailwind CSS 3 preset that extends the theme's colours: `bg-brand-base`, `text-brand-base-700`.
 */
export const tailwindV3: ExportFormat = {
  id: 'tailwind-v3',
  title: 'Tailwind CSS 3 preset',
  target: 'Tailwind CSS 3',
  mediaType: 'text/javascript',
  extension: '.js',
  docs: 'https://v3.tailwindcss.com/docs/customizing-colors',
  holds: 'all',
  loses: lostDashes,
  options: ['color_syntax', 'comments'],
  fileName: (prefix) => `${prefix}-tailwind-preset`,
  render(tokens, options) {
    const { prefix, colorSyntax, comments } = options;
    const section = (own: readonly DesignToken[], leaf: (token: DesignToken) => unknown): unknown =>
      nest(own, {
        leading: leadingOf(prefix),
        key: (segment) => nameOf([segment], KEYS, undefined, options),
        rootKey: 'DEFAULT',
        leaf,
      });
    const colors = section(colorsOf(tokens), (token) => {
      if (!isColorToken(token)) return '';
      const value = cssColor(token.color, colorSyntax);
      // The placeholder for the opacity in `bg-brand-base/50`. In hex and rgb() Tailwind needs
      // none.
      return colorSyntax === 'oklch' && token.color.alpha === 1
        ? value.replace(/\)$/, ' / <alpha-value>)')
        : value;
    });
    const bySection = new Map<string, DesignToken[]>();
    for (const token of tokens)
      if (!isColorToken(token))
        for (const name of sectionsOf(token)) bySection.set(name, [...(bySection.get(name) ?? []), token]);
    const others = [...bySection].map(([name, own]): [string, unknown] => [
      name,
      // Tailwind reads these sections flat, with groups in the names.
      Object.fromEntries(
        nameTokens(own, KEYS, leadingOf(prefix), options).map((item) => [
          item.name,
          isColorToken(item.token) ? '' : valueIn(name, item.token),
        ]),
      ),
    ]);
    const preset = JSON.stringify({ theme: { extend: { colors, ...Object.fromEntries(others) } } }, null, 2);
    const comment = comments ? "/** @type {Partial<import('tailwindcss').Config>} */\n" : '';
    return `${comment}export default ${preset};\n`;
  },
};

const SECTIONS: Readonly<Record<string, string>> = {
  fontFamily: 'fontFamily',
  fontWeight: 'fontWeight',
  duration: 'transitionDuration',
  cubicBezier: 'transitionTimingFunction',
  shadow: 'boxShadow',
  gradient: 'backgroundImage',
};

const OF_SIZES: Readonly<Record<string, string>> = {
  radius: 'borderRadius',
  fontSize: 'fontSize',
  letterSpacing: 'letterSpacing',
  lineHeight: 'lineHeight',
  breakpoint: 'screens',
  borderWidth: 'borderWidth',
};

const OF_NUMBERS: Readonly<Record<string, string>> = {
  opacity: 'opacity',
  zIndex: 'zIndex',
  lineHeight: 'lineHeight',
};

/** The sections of a theme that a value belongs to. What Tailwind has none for is there for `theme()`. */
const sectionsOf = (token: ValueToken): readonly string[] => {
  const { type } = token;
  const purpose = purposeOf(token) ?? '';
  if (type === 'typography') return ['fontSize', 'fontFamily'];
  if (type === 'dimension') return [OF_SIZES[purpose] ?? 'spacing'];
  if (type === 'number') return [OF_NUMBERS[purpose] ?? 'number'];
  return [SECTIONS[type] ?? type];
};

const valueIn = (section: string, token: ValueToken): unknown => {
  const { type, value } = token;
  const written = (kind: string, member: Json | undefined): string =>
    cssValue({ path: token.path, description: null, type: kind, value: member ?? null }, 'hex');
  if (type === 'fontFamily') return familiesInCss(value);
  if (type !== 'typography') return cssValue(token, 'hex');
  const { fontFamily, fontSize, fontWeight, lineHeight, letterSpacing } = treeOf(value);
  if (section === 'fontFamily') return familiesInCss(fontFamily);
  return [
    written('dimension', fontSize),
    {
      lineHeight: written('number', lineHeight),
      fontWeight: written('fontWeight', fontWeight),
      ...(letterSpacing === undefined ? {} : { letterSpacing: written('dimension', letterSpacing) }),
    },
  ];
};
