import type { ExportFormat } from './export-format.ts';
import { colorsOf } from './token.ts';
import { dtcgName, dtcgSrgb, dtcgToken } from './notation/dtcg.ts';
import { nest } from './notation/nest.ts';

/** DTCG as Figma imports it into one mode of a variable collection: sRGB colours, and groups that are only groups. */
export const figma: ExportFormat = {
  id: 'figma',
  title: 'Figma variables (DTCG)',
  target: 'Figma',
  mediaType: 'application/json',
  extension: '.json',
  docs: 'https://help.figma.com/hc/en-us/articles/15343816063383-Modes-for-variables',
  holds: 'colors',
  options: ['comments'],
  fileName: (prefix) => `${prefix}-figma`,
  render(tokens, { prefix, comments }) {
    const tree = nest(colorsOf(tokens), {
      leading: [prefix],
      // Figma reads `/` in a name as a group.
      key: (segment) => dtcgName(segment).replaceAll('/', '-'),
      rootKey: 'default',
      leaf: (token) => dtcgToken(token, dtcgSrgb, comments),
    });
    const document = { ...tree, $extensions: { 'com.figma.modeName': prefix } };
    return `${JSON.stringify(document, null, 2)}\n`;
  },
};
