import { parseColor } from '../../color/css/parse-color.ts';
import { ImportFault } from '../import-format.ts';
import type { ImportFormat } from '../import-format.ts';
import { readText } from '../read-content.ts';
import { tokensOfSwatches } from '../swatches.ts';

/** A list of hex colours, in lines or separated by spaces, commas or dashes (as in Coolors' links). */
export const hex: ImportFormat = {
  id: 'hex',
  title: 'List of hex colours',
  content: 'text',
  read: (content) => {
    const words = readText(content)
      .replace(/^https?:\/\/\S*\//, '')
      .split(/[\s,;-]+/)
      .filter((word) => word !== '');
    const colors = words.map((word) => `#${word.replace(/^#/, '').toLowerCase()}`);
    const wrong = words[colors.findIndex((color) => !parseColor(color).ok)];
    if (wrong !== undefined) throw new ImportFault(`must be hex colours; ${wrong.slice(0, 40)} is not one`);
    return tokensOfSwatches(colors.map((color) => ({ name: '', hex: color })));
  },
};
