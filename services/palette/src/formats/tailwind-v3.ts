import type { ExportFormat } from './export-format.ts';
import { colorsOf } from './token.ts';
import { nameOf } from './naming/name-tokens.ts';
import { ASCII_KEBAB_NAMES } from './naming/rules.ts';
import { cssColor } from './notation/css-color.ts';
import { nest } from './notation/nest.ts';

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
  holds: 'colors',
  options: ['color_syntax', 'comments'],
  fileName: (prefix) => `${prefix}-tailwind-preset`,
  render(tokens, { prefix, colorSyntax, comments }) {
    const colors = nest(colorsOf(tokens), {
      leading: [prefix],
      key: (segment) => nameOf([segment], KEYS),
      rootKey: 'DEFAULT',
      leaf: ({ color }) => {
        const value = cssColor(color, colorSyntax);
        // The placeholder for the opacity in `bg-brand-base/50`. In hex and rgb() Tailwind needs
        // none.
        return colorSyntax === 'oklch' && color.alpha === 1
          ? value.replace(/\)$/, ' / <alpha-value>)')
          : value;
      },
    });
    const preset = JSON.stringify({ theme: { extend: { colors } } }, null, 2);
    const comment = comments ? "/** @type {Partial<import('tailwindcss').Config>} */\n" : '';
    return `${comment}export default ${preset};\n`;
  },
};
