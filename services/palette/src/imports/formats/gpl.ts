import { ImportFault } from '../import-format.ts';
import type { ImportFormat } from '../import-format.ts';
import { readText } from '../read-content.ts';
import { hexOfBytes, tokensOfSwatches, createTokenLimit } from '../token-builder.ts';
import type { Swatch } from '../token-builder.ts';

/** A GIMP palette. */
export const gpl: ImportFormat = {
  id: 'gpl',
  title: 'GIMP palette',
  content: 'text',
  read: (content) => {
    const [first = '', ...lines] = readText(content).split(/\r?\n/);
    if (first.trim() !== 'GIMP Palette') throw new ImportFault('must begin with the line GIMP Palette');
    const count = createTokenLimit();
    const swatches = lines.flatMap((line): Swatch[] => {
      const [, r, g, b, name = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)(?:\s+(\S.*)?)?$/.exec(line) ?? [];
      const rgb = { r: Number(r), g: Number(g), b: Number(b) };
      if (!Object.values(rgb).every((part) => part >= 0 && part <= 255)) return [];
      count();
      return [{ name: name === 'Untitled' ? '' : name, hex: hexOfBytes(rgb) }];
    });
    if (swatches.length === 0) throw new ImportFault('must have colours');
    return tokensOfSwatches(swatches);
  },
};
