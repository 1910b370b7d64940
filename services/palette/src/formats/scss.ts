import type { ExportFormat } from './export-format.ts';
import { leadingOf, nameTokens } from './naming/name-tokens.ts';
import { SASS_NAMES } from './naming/rules.ts';
import { cssValue } from './notation/css-value.ts';
import { lostDashes } from './notation/value-parts.ts';
import { withComments } from './notation/comment.ts';
import { inOrder, referencesTo } from './notation/references.ts';
import { formatWithStyleDictionary } from './notation/style-dictionary.ts';

/** Sass divides by what follows a slash once a variable is next to it: `16px/$height`. */
const withoutDivision = (font: string): string => {
  const interpolated = (part: string): string => (part.startsWith('$') ? `#{${part}}` : part);
  return font.replace(
    /^(\S+ )(\S+)\/(\S+)/,
    (_, weight: string, size: string, height: string) =>
      `${weight}${interpolated(size)}/${interpolated(height)}`,
  );
};

/** One Sass variable per token. */
export const scss: ExportFormat = {
  id: 'scss',
  title: 'SCSS variables',
  target: 'Sass',
  mediaType: 'text/x-scss',
  extension: '.scss',
  docs: 'https://sass-lang.com/documentation/variables/',
  holds: 'all',
  loses: lostDashes,
  writesFont: true,
  options: ['color_syntax', 'comments', 'references'],
  render(tokens, options) {
    const { prefix, colorSyntax, comments } = options;
    const named = nameTokens(tokens, SASS_NAMES, leadingOf(prefix), options);
    const reference = referencesTo(named, (name) => `$${name}`);
    return formatWithStyleDictionary({
      format: 'scss/variables',
      tokens: withComments(inOrder(named), reference),
      value: ({ token }) => {
        const value = cssValue(token, colorSyntax, reference);
        return 'type' in token && token.type === 'typography' ? withoutDivision(value) : value;
      },
      comments,
    });
  },
};
