import type { ExportFormat } from './export-format.ts';
import { cssColor } from './notation/css-color.ts';
import { dtcgName, dtcgToken } from './notation/dtcg.ts';
import { nest } from './notation/nest.ts';

/** Source tokens for Style Dictionary, whose transforms take colours as CSS strings. */
export const styleDictionary: ExportFormat = {
  id: 'style-dictionary',
  title: 'Style Dictionary source',
  target: 'Style Dictionary 4 and 5',
  mediaType: 'application/json',
  extension: '.json',
  docs: 'https://styledictionary.com/info/tokens/',
  holds: 'all',
  options: ['color_syntax', 'comments'],
  fileName: (prefix) => `${prefix}-style-dictionary`,
  render(tokens, { prefix, colorSyntax, comments }) {
    const tree = nest(tokens, {
      leading: [prefix],
      key: dtcgName,
      rootKey: 'default',
      leaf: (token) => dtcgToken(token, (color) => cssColor(color, colorSyntax), comments),
    });
    return `${JSON.stringify(tree, null, 2)}\n`;
  },
};
