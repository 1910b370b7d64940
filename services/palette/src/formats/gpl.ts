import { COLORS_ONLY } from './export-format.ts';
import type { ExportFormat } from './export-format.ts';
import { leadingOf, plainNames } from './naming/name-tokens.ts';

/** GIMP palette, also read by Inkscape, Krita and Aseprite. It has no opacity. */
export const gpl: ExportFormat = {
  id: 'gpl',
  title: 'GIMP palette',
  target: 'GIMP, Inkscape, Krita, Aseprite',
  mediaType: 'text/plain',
  extension: '.gpl',
  docs: 'https://developer.gimp.org/core/standards/gpl/',
  holds: 'colors',
  lacks: COLORS_ONLY,
  options: [],
  render(tokens, { prefix }) {
    const lines = plainNames(tokens, '-', leadingOf(prefix)).map(({ name, token }) => {
      const { r, g, b } = token.color.rgb;
      return `${[r, g, b].map((part) => String(part).padStart(3)).join(' ')}\t${name}`;
    });
    return ['GIMP Palette', `Name: ${prefix}`, 'Columns: 0', '#', ...lines, ''].join('\n');
  },
};
