import type { ExportFormat } from './export-format.ts';
import { nameTokens } from './naming/name-tokens.ts';
import { LESS_NAMES } from './naming/rules.ts';
import { cssValue } from './notation/css-value.ts';
import { isColorToken } from './token.ts';
import { formatWithStyleDictionary } from './notation/style-dictionary.ts';

/** One Less variable a token. */
export const less: ExportFormat = {
  id: 'less',
  title: 'Less variables',
  target: 'Less',
  mediaType: 'text/x-less',
  extension: '.less',
  docs: 'https://lesscss.org/features/#variables-feature',
  holds: 'all',
  options: ['color_syntax', 'comments'],
  render: (tokens, { prefix, colorSyntax, comments }) =>
    formatWithStyleDictionary({
      format: 'less/variables',
      tokens: nameTokens(tokens, LESS_NAMES, [prefix]),
      // Less computes with what it knows; everything else is passed on as it stands.
      value: ({ token }) => {
        const value = cssValue(token, colorSyntax);
        return isColorToken(token) && colorSyntax !== 'oklch' ? value : `~'${value}'`;
      },
      comments,
    }),
};
