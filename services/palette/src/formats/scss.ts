import type { ExportFormat } from './export-format.ts';
import { nameTokens } from './naming/name-tokens.ts';
import { SASS_NAMES } from './naming/rules.ts';
import { cssValue } from './notation/css-value.ts';
import { formatWithStyleDictionary } from './notation/style-dictionary.ts';

/** One Sass variable a token. */
export const scss: ExportFormat = {
  id: 'scss',
  title: 'SCSS variables',
  target: 'Sass',
  mediaType: 'text/x-scss',
  extension: '.scss',
  docs: 'https://sass-lang.com/documentation/variables/',
  holds: 'all',
  options: ['color_syntax', 'comments'],
  render: (tokens, { prefix, colorSyntax, comments }) =>
    formatWithStyleDictionary({
      format: 'scss/variables',
      tokens: nameTokens(tokens, SASS_NAMES, [prefix]),
      value: ({ token }) => cssValue(token, colorSyntax),
      comments,
    }),
};
