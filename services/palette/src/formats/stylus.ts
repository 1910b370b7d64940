import type { ExportFormat } from './export-format.ts';
import { nameTokens } from './naming/name-tokens.ts';
import { ASCII_KEBAB_NAMES } from './naming/rules.ts';
import { cssValue } from './notation/css-value.ts';
import { isColorToken } from './token.ts';
import { formatWithStyleDictionary } from './notation/style-dictionary.ts';

/** One Stylus variable a token, with `$`, which keeps them apart from Stylus' keywords and colour names. */
export const stylus: ExportFormat = {
  id: 'stylus',
  title: 'Stylus variables',
  target: 'Stylus',
  mediaType: 'text/x-stylus',
  extension: '.styl',
  docs: 'https://stylus-lang.com/docs/variables.html',
  holds: 'all',
  options: ['color_syntax', 'comments'],
  render: (tokens, { prefix, colorSyntax, comments }) =>
    formatWithStyleDictionary({
      format: 'stylus/variables',
      tokens: nameTokens(tokens, ASCII_KEBAB_NAMES, [prefix]),
      value: ({ token }) => {
        const value = cssValue(token, colorSyntax);
        return isColorToken(token) && colorSyntax !== 'oklch' ? value : `unquote('${value}')`;
      },
      comments,
    }),
};
