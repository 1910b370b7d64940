import type { ExportFormat, RenderOptions } from './export-format.ts';
import { visible } from './notation/comment.ts';
import { dtcgColor, dtcgName, dtcgToken } from './notation/dtcg.ts';
import { leadingOf } from './naming/name-tokens.ts';
import { nest } from './notation/nest.ts';
import type { Tree } from './notation/nest.ts';
import type { DesignToken } from './token.ts';

/** Writes what groups say of themselves at their place in a tree. */
const noteGroups = (
  tree: Tree<object>,
  tokens: readonly DesignToken[],
  { prefix, comments }: RenderOptions,
): void => {
  for (const { groups = [] } of tokens)
    for (const { path, description, extensions } of groups) {
      const names = path.length === 0 ? [] : [...leadingOf(prefix), ...path].map(dtcgName);
      const group = names.reduce<Tree<object> | undefined>(
        (place, name) => place?.[name] as Tree<object> | undefined,
        tree,
      );
      if (group === undefined) continue;
      Object.assign(group, {
        ...(comments && description !== undefined ? { $description: visible(description) } : {}),
        ...(extensions === undefined ? {} : { $extensions: extensions }),
      });
    }
};

/**
 * Design Tokens Community Group format 2025.10. A token that is also a group becomes its `$root`.
 */
export const dtcg: ExportFormat = {
  id: 'dtcg',
  title: 'Design Tokens (DTCG 2025.10)',
  target: 'Design tools and token pipelines',
  mediaType: 'application/design-tokens+json',
  extension: '.tokens.json',
  docs: 'https://www.designtokens.org/tr/2025.10/format/',
  holds: 'all',
  options: ['color_syntax', 'p3', 'comments', 'references'],
  render(tokens, options) {
    const tree: Tree<object> = nest(tokens, {
      leading: leadingOf(options.prefix),
      key: dtcgName,
      rootKey: '$root',
      leaf: (token, reference) =>
        dtcgToken(token, {
          color: (color, given) =>
            given !== undefined && options.colorSyntax === 'hex' && options.p3 === 'auto'
              ? given
              : dtcgColor(color, options),
          comments: options.comments,
          extensions: true,
          reference,
        }),
    });
    noteGroups(tree, tokens, options);
    return `${JSON.stringify(tree, null, 2)}\n`;
  },
};
