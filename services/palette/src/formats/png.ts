import { fileURLToPath } from 'node:url';

import { Resvg } from '@resvg/resvg-js';

import type { ExportFormat } from './export-format.ts';
import { plainNames } from './notation/plain-name.ts';
import { swatchSheet } from './notation/swatch-sheet.ts';

/** The picture must not depend on what fonts a machine has. */
const FONT = fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'));

/** A sheet of swatches as a picture of pixels. */
export const png: ExportFormat = {
  id: 'png',
  title: 'PNG swatch sheet',
  target: 'Documents, chats, presentations',
  mediaType: 'image/png',
  extension: '.png',
  docs: 'https://www.w3.org/TR/png-3/',
  options: [],
  render(tokens, { prefix }) {
    const sheet = swatchSheet(plainNames(tokens, '-'), prefix, { colorSyntax: 'hex' });
    const font = { loadSystemFonts: false, fontFiles: [FONT], defaultFontFamily: 'Inter' };
    return new Resvg(sheet, { font }).render().asPng();
  },
};
