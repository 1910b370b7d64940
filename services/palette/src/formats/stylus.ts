import type { ExportFormat } from './export-format.ts';
import { leadingOf, nameTokens } from './naming/name-tokens.ts';
import { ASCII_KEBAB_NAMES } from './naming/rules.ts';
import { cssValue } from './notation/css-value.ts';
import { lostDashes } from './notation/value-parts.ts';
import { withComments } from './notation/comment.ts';
import { isColorToken } from './token.ts';
import { inOrder, referencesTo } from './notation/references.ts';
import { formatWithStyleDictionary } from './notation/style-dictionary.ts';

/**
 * One Stylus variable per token. The `$` keeps them apart from Stylus' keywords and colour names.
 */
export const stylus: ExportFormat = {
  id: 'stylus',
  title: 'Stylus variables',
  target: 'Stylus',
  mediaType: 'text/x-stylus',
  extension: '.styl',
  docs: 'https://stylus-lang.com/docs/variables.html',
  holds: 'all',
  loses: lostDashes,
  writesFont: true,
  options: ['color_syntax', 'comments', 'references'],
  render(tokens, options) {
    const { prefix, colorSyntax, comments } = options;
    const named = nameTokens(tokens, ASCII_KEBAB_NAMES, leadingOf(prefix), options);
    const alias = referencesTo(named, (name) => `$${name}`);
    return formatWithStyleDictionary({
      format: 'stylus/variables',
      tokens: withComments(inOrder(named), alias),
      value: ({ token }) => {
        const reference = token.alias === undefined ? null : alias(token.alias);
        if (reference !== null) return reference;
        // A reference inside the text would not be read as one.
        const value = cssValue(token, colorSyntax);
        return isColorToken(token) && colorSyntax !== 'oklch'
          ? value
          : `unquote('${value.replaceAll("'", "\\'")}')`;
      },
      comments,
    });
  },
};
