import type { ExportFormat } from './export-format.ts';
import { dtcgColor, dtcgName, dtcgToken } from './notation/dtcg.ts';
import { leadingOf } from './naming/name-tokens.ts';
import { nest } from './notation/nest.ts';

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
    const tree = nest(tokens, {
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
    return `${JSON.stringify(tree, null, 2)}\n`;
  },
};
