import { parseColor } from '../../color/css/parse-color.ts';
import { ImportFault } from '../import-format.ts';
import type { ImportFormat } from '../import-format.ts';
import { readText } from '../read-content.ts';
import { tokensOfSwatches, createTokenLimit } from '../token-builder.ts';

/** A list of hex colours, in lines or separated by spaces, commas or dashes (as in Coolors' links). */
export const hex: ImportFormat = {
  id: 'hex',
  title: 'List of hex colours',
  content: 'text',
  read: (content) => {
    const count = createTokenLimit();
    const colors: string[] = [];
    for (const [word] of readText(content)
      .replace(/^https?:\/\/\S*\//, '')
      .matchAll(/[^\s,;-]+/g)) {
      count();
      const color = `#${word.replace(/^#/, '').toLowerCase()}`;
      if (!parseColor(color.slice(0, 40)).ok)
        throw new ImportFault(`must be hex colours; ${word.slice(0, 40)} is not one`);
      colors.push(color);
    }
    return tokensOfSwatches(colors.map((color) => ({ name: '', hex: color })));
  },
};
