import { rasterize } from '../pictures/rasterize.ts';
import type { ExportFormat } from './export-format.ts';
import { plainNames } from './notation/plain-name.ts';
import { swatchSheet } from './notation/swatch-sheet.ts';

/** A sheet of swatches as a picture of pixels. */
export const png: ExportFormat = {
  id: 'png',
  title: 'PNG swatch sheet',
  target: 'Documents, chats, presentations',
  mediaType: 'image/png',
  extension: '.png',
  docs: 'https://www.w3.org/TR/png-3/',
  holds: 'colors',
  options: [],
  async render(tokens, { prefix }) {
    return rasterize(swatchSheet(plainNames(tokens, '-'), prefix, { colorSyntax: 'hex' }));
  },
};
