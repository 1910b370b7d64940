import type { ExportFormat, RenderOptions } from './export-format.ts';
import { cssColor, cssValue, amountText } from './notation/css-value.ts';
import { dtcgName, dtcgToken } from './notation/dtcg.ts';
import { isColorToken, tokenColorOfDtcg } from './token.ts';
import type { DesignToken, ValueToken } from './token.ts';
import type { Json } from '../themes/theme.ts';
import { isNode } from '../themes/tokens/token-tree.ts';
import { leadingOf } from './naming/name-tokens.ts';
import { nest } from './notation/nest.ts';
import { pathOf } from './notation/references.ts';
import type { Reference } from './notation/references.ts';
import { familiesInCss, listOf, weightOf } from './notation/value-parts.ts';

/** Style Dictionary takes braces for references, in descriptions too, and writes those into comments. */
const withPlainTexts = (token: DesignToken): DesignToken => {
  const plain = (text: string): string =>
    text.replaceAll('{', '(').replaceAll('}', ')').replaceAll('*/', '* /');
  const reason = token.deprecated?.reason;
  return {
    ...token,
    description: token.description === null ? null : plain(token.description),
    ...(reason === undefined ? {} : { deprecated: { reason: plain(reason) } }),
  };
};

const isReference = (value: Json | undefined): boolean => pathOf(value) !== null;

/** Names of fonts as a list; Style Dictionary takes a text with commas for one. */
const families = (value: Json | undefined): Json | null => {
  if (isReference(value)) return value ?? null;
  if (typeof value === 'string' && !value.includes(',')) return familiesInCss(value)[0] ?? '';
  // It would quote what a reference among others stands for as one name.
  return listOf(value).some(isReference) ? null : familiesInCss(value);
};

const weight = (value: Json): Json => (isReference(value) ? value : weightOf(value));

/**
 * A value with its members as texts of CSS, which every version of Style Dictionary puts together: it
 * has no transforms for colours, durations and weights as DTCG has them.
 */
const inCss = (type: string, value: Json, colorSyntax: RenderOptions['colorSyntax']): Json | null => {
  if (type === 'fontFamily') return families(value);
  if (type === 'fontWeight') return weight(value);
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => inCss('', item, colorSyntax));
    return items.includes(null) ? null : items;
  }
  if (!isNode(value)) return value;
  const { value: amount, unit } = value;
  if (typeof amount === 'number' && typeof unit === 'string') return `${amountText(amount)}${unit}`;
  const color = value['components'] === undefined ? null : tokenColorOfDtcg(value);
  if (color !== null) return cssColor(color, colorSyntax);
  // Style Dictionary 4 takes `type` for what DTCG and version 5 call `inset`.
  const inset = value['inset'] === true ? { type: 'inset' } : {};
  const members = Object.entries({ ...value, ...inset }).map(
    ([name, item]) => [name, inCss(name, item, colorSyntax)] as const,
  );
  return members.some(([, item]) => item === null) ? null : Object.fromEntries(members);
};

/** A gradient is a text, as there is no transform for any; its references stay in it. */
const gradientIn = (token: ValueToken, reference: Reference): ValueToken => {
  const { written: _, alias: _target, ...plain } = token;
  return { ...plain, value: cssValue(token, 'hex', reference) };
};

const withCssValues = (
  token: DesignToken,
  colorSyntax: RenderOptions['colorSyntax'],
  reference: Reference,
): DesignToken => {
  if (isColorToken(token)) return token;
  const refers = token.alias !== undefined && reference(token.alias) !== null;
  if (token.type === 'gradient') return refers ? token : gradientIn(token, reference);
  const { written, ...plain } = token;
  const noted = written === undefined ? null : inCss(token.type, written, colorSyntax);
  const value = inCss(token.type, token.value, colorSyntax) ?? token.value;
  return { ...plain, value, ...(noted === null ? {} : { written: noted }) };
};

/**
 * Source tokens for Style Dictionary: the tree of DTCG with values in CSS, which its transforms expect.
 * A text style's letter spacing, which `font` can't say, is a token of its own, too.
 */
export const styleDictionary: ExportFormat = {
  id: 'style-dictionary',
  title: 'Style Dictionary source',
  target: 'Style Dictionary 4 and 5',
  mediaType: 'application/json',
  extension: '.json',
  docs: 'https://styledictionary.com/info/tokens/',
  holds: 'all',
  writesFont: true,
  options: ['color_syntax', 'comments', 'references'],
  fileName: (prefix) => `${prefix}-style-dictionary`,
  render(tokens, { prefix, colorSyntax, comments }) {
    const tree = nest(tokens, {
      leading: leadingOf(prefix),
      key: dtcgName,
      rootKey: 'default',
      leaf: (token, reference) =>
        dtcgToken(withCssValues(withPlainTexts(token), colorSyntax, reference), {
          color: (color) => cssColor(color, colorSyntax),
          comments,
          reference,
        }),
    });
    return `${JSON.stringify(tree, null, 2)}\n`;
  },
};
