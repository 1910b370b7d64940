import type { ExportFormat } from './export-format.ts';
import { nameTokens } from './naming/name-tokens.ts';
import { ASCII_KEBAB_NAMES } from './naming/rules.ts';
import { cssColor } from './notation/css-color.ts';
import { formatWithStyleDictionary } from './notation/style-dictionary.ts';

/** One Stylus variable a token, with `$`, which keeps them apart from Stylus' keywords and colour names. */
export const stylus: ExportFormat = {
  id: 'stylus',
  title: 'Stylus variables',
  target: 'Stylus',
  mediaType: 'text/x-stylus',
  extension: '.styl',
  docs: 'https://stylus-lang.com/docs/variables.html',
  options: ['color_syntax', 'comments'],
  render: (tokens, { prefix, colorSyntax, comments }) =>
    formatWithStyleDictionary({
      format: 'stylus/variables',
      tokens: nameTokens(tokens, ASCII_KEBAB_NAMES, [prefix]),
      value: ({ token }) => {
        const value = cssColor(token.color, colorSyntax);
        return colorSyntax === 'oklch' ? `unquote("${value}")` : value;
      },
      comments,
    }),
};
