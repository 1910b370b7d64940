import type { ExportFormat } from './export-format.ts';
import { leadingOf, nameTokens } from './naming/name-tokens.ts';
import { LESS_NAMES } from './naming/rules.ts';
import { cssValue } from './notation/css-value.ts';
import { lostDashes } from './notation/value-parts.ts';
import { withComments } from './notation/comment.ts';
import { isColorToken } from './token.ts';
import { referencesTo } from './notation/references.ts';
import { formatWithStyleDictionary } from './notation/style-dictionary.ts';

/** One Less variable per token. */
export const less: ExportFormat = {
  id: 'less',
  title: 'Less variables',
  target: 'Less',
  mediaType: 'text/x-less',
  extension: '.less',
  docs: 'https://lesscss.org/features/#variables-feature',
  holds: 'all',
  loses: lostDashes,
  writesFont: true,
  options: ['color_syntax', 'comments', 'references'],
  render(tokens, options) {
    const { prefix, colorSyntax, comments } = options;
    const named = nameTokens(tokens, LESS_NAMES, leadingOf(prefix), options);
    const alias = referencesTo(named, (name) => `@${name}`);
    // Inside the escape below.
    const part = referencesTo(named, (name) => `@{${name}}`);
    return formatWithStyleDictionary({
      format: 'less/variables',
      tokens: withComments(named, alias),
      // Less evaluates what it understands; everything else is escaped to pass through unchanged.
      value: ({ token }) => {
        const reference = token.alias === undefined ? null : alias(token.alias);
        if (reference !== null) return reference;
        const value = cssValue(token, colorSyntax, part);
        return isColorToken(token) && colorSyntax !== 'oklch' ? value : `~'${value.replaceAll("'", "\\'")}'`;
      },
      comments,
    });
  },
};
