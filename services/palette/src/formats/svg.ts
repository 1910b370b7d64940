import { COLORS_ONLY } from './export-format.ts';
import type { ExportFormat } from './export-format.ts';
import { withoutOldNames } from './notation/comment.ts';
import { plainNames } from './naming/name-tokens.ts';
import { swatchSheet } from './notation/swatch-sheet.ts';

/** A swatch sheet as a vector image. */
export const svg: ExportFormat = {
  id: 'svg',
  title: 'SVG swatch sheet',
  target: 'Documents, browsers, vector editors',
  mediaType: 'image/svg+xml',
  extension: '.svg',
  docs: 'https://developer.mozilla.org/en-US/docs/Web/SVG',
  holds: 'colors',
  lacks: COLORS_ONLY,
  options: ['color_syntax'],
  render: (tokens, options) => swatchSheet(plainNames(withoutOldNames(tokens), '-'), options.prefix, options),
};
