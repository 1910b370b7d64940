import type { ExportFormat } from './export-format.ts';
import { cssColor, decimal } from './notation/css-value.ts';
import { dtcgName, dtcgToken } from './notation/dtcg.ts';
import type { DesignToken } from './token.ts';
import type { Json } from '../themes/theme.ts';
import { isNode } from '../themes/tokens/token-tree.ts';
import { leadingOf } from './naming/name-tokens.ts';
import { nest } from './notation/nest.ts';

/** Style Dictionary takes braces for references, in descriptions too. */
const withoutBraces = (token: DesignToken): DesignToken => {
  const plain = (text: string): string => text.replaceAll('{', '(').replaceAll('}', ')');
  const reason = token.deprecated?.reason;
  return {
    ...token,
    description: token.description === null ? null : plain(token.description),
    ...(reason === undefined ? {} : { deprecated: { reason: plain(reason) } }),
  };
};

/** Style Dictionary has no transform for durations as objects and would write `[object Object]`. */
const inCss = (value: Json): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map(inCss);
  if (!isNode(value)) return value;
  const { value: amount, unit } = value;
  if (typeof amount === 'number' && (unit === 'ms' || unit === 's')) return `${decimal(amount, 6)}${unit}`;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inCss(item)]));
};

const withDurations = (token: DesignToken): DesignToken =>
  'value' in token
    ? {
        ...token,
        value: inCss(token.value),
        ...(token.written === undefined ? {} : { written: inCss(token.written) }),
      }
    : token;

/** Source tokens for Style Dictionary, whose transforms expect colours as CSS strings. */
export const styleDictionary: ExportFormat = {
  id: 'style-dictionary',
  title: 'Style Dictionary source',
  target: 'Style Dictionary 4 and 5',
  mediaType: 'application/json',
  extension: '.json',
  docs: 'https://styledictionary.com/info/tokens/',
  holds: 'all',
  options: ['color_syntax', 'comments', 'references'],
  fileName: (prefix) => `${prefix}-style-dictionary`,
  render(tokens, { prefix, colorSyntax, comments }) {
    const tree = nest(tokens, {
      leading: leadingOf(prefix),
      key: dtcgName,
      rootKey: 'default',
      leaf: (token, reference) =>
        dtcgToken(withDurations(withoutBraces(token)), {
          color: (color) => cssColor(color, colorSyntax),
          comments,
          reference,
        }),
    });
    return `${JSON.stringify(tree, null, 2)}\n`;
  },
};
