import type { ExportFormat } from './export-format.ts';
import { dtcgColor, dtcgName, dtcgToken } from './notation/dtcg.ts';
import { nest } from './notation/nest.ts';

/** Design Tokens Community Group format 2025.10. A token that is a group too is the group's `$root`. */
export const dtcg: ExportFormat = {
  id: 'dtcg',
  title: 'Design Tokens (DTCG 2025.10)',
  target: 'Design tools and token pipelines',
  mediaType: 'application/design-tokens+json',
  extension: '.tokens.json',
  docs: 'https://www.designtokens.org/tr/2025.10/format/',
  holds: 'all',
  options: ['color_syntax', 'p3', 'comments'],
  render(tokens, options) {
    const tree = nest(tokens, {
      leading: [options.prefix],
      key: dtcgName,
      rootKey: '$root',
      leaf: (token) => dtcgToken(token, (color) => dtcgColor(color, options), options.comments),
    });
    return `${JSON.stringify(tree, null, 2)}\n`;
  },
};
