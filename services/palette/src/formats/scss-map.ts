import type { ExportFormat } from './export-format.ts';
import { nameOf, nameTokens } from './naming/name-tokens.ts';
import { CSS_NAMES, SASS_NAMES } from './naming/rules.ts';
import { cssValue } from './notation/css-value.ts';
import { lostDashes } from './notation/value-parts.ts';
import { withComments } from './notation/comment.ts';
import { referencesTo } from './notation/references.ts';
import { isColorToken } from './token.ts';
import { formatWithStyleDictionary } from './notation/style-dictionary.ts';

/** One Sass map named after the prefix, for `map.get($brand, 'base')` and `@each`. */
export const scssMap: ExportFormat = {
  id: 'scss-map',
  title: 'SCSS map',
  target: 'Sass',
  mediaType: 'text/x-scss',
  extension: '.scss',
  docs: 'https://sass-lang.com/documentation/values/maps/',
  holds: 'all',
  loses: lostDashes,
  writesFont: true,
  options: ['color_syntax', 'comments'],
  fileName: (prefix) => `${prefix}-map`,
  render(tokens, options) {
    const { prefix, colorSyntax, comments } = options;
    const named = nameTokens(tokens, CSS_NAMES, [], options);
    return formatWithStyleDictionary({
      format: 'scss/map-flat',
      tokens: withComments(
        named,
        referencesTo(named, (name) => `'${name}'`),
      ),
      value: ({ token }) => {
        const value = cssValue(token, colorSyntax);
        // A bare comma would end the map entry.
        return isColorToken(token) || !value.includes(',') ? value : `(${value})`;
      },
      comments,
      options: { mapName: nameOf([prefix || 'tokens'], SASS_NAMES) },
    });
  },
};
