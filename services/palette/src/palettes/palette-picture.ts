import type { Rgb } from '../color/color.ts';
import { BLACK, composite, contrastRatio, shownRatio, WHITE } from '../color/contrast-ratio.ts';
import { rgbOfOklch, oklchOfOklab } from '../color/oklab.ts';
import { hexOfRgb } from '../color/color.ts';
import { simulate } from '../color/vision.ts';
import type { Vision } from '../color/vision.ts';
import { textWidth, xmlText } from '../pictures/svg-text.ts';
import { rasterize } from '../pictures/rasterize.ts';
import type { Palette, PaletteColor } from './palette.ts';

// Sizes in pixels. The hex digits are a sixth of a swatch's height, so that they are legible on a
// thumbnail.
const CELL = { width: 300, height: 320, padding: 24 };
const BADGE = { width: 120, height: 56, gap: 12 };
/** Characters of a name that fit on one line. */
const LINE = 17;

const columnsFor = (count: number): number => (count <= 4 ? count : count <= 15 ? 5 : count <= 24 ? 6 : 8);

const levelOf = (ratio: number): string =>
  ratio >= 7 ? 'AAA' : ratio >= 4.5 ? 'AA' : ratio >= 3 ? 'AA18' : '–';

interface TextStyle {
  readonly size: number;
  readonly fill: string;
  readonly bold?: boolean;
  readonly opacity?: number;
}

const textAt = (
  x: number,
  y: number,
  content: string,
  { size, fill, bold, opacity = 1 }: TextStyle,
): string => {
  const weight = bold === true ? ' font-weight="700"' : '';
  const translucent = opacity === 1 ? '' : ` fill-opacity="${opacity}"`;
  const font = `font-family="Inter, system-ui, sans-serif" font-size="${size}"${weight}`;
  return `<text x="${x}" y="${y}" ${font} fill="${fill}"${translucent}>${xmlText(content)}</text>`;
};

/** A name on one line, or broken at the space nearest its middle. */
const lines = (name: string): readonly string[] => {
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  const [best] = spaces.sort((a, b) => Math.abs(a - name.length / 2) - Math.abs(b - name.length / 2));
  return name.length <= LINE || best === undefined ? [name] : [name.slice(0, best), name.slice(best + 1)];
};

/** The largest size, up to `size`, at which a text fits into a swatch. */
const fitting = (content: string, size: number): number =>
  Math.min(size, Math.floor((CELL.width - 2 * CELL.padding) / textWidth(content)));

const seenWith = (rgb: Rgb, vision: Vision): string =>
  hexOfRgb(rgbOfOklch(oklchOfOklab(simulate(rgb, vision))));

/** `Aa` in the colour on white or black, with the ratio and the level it meets. */
const badge = (x: number, y: number, color: SeenColor, ground: typeof WHITE): string => {
  const ratio = contrastRatio(composite(color.rgb, color.alpha, ground), ground);
  const ink = ground === WHITE ? '#333333' : '#dddddd';
  return [
    `<rect x="${x}" y="${y}" width="${BADGE.width}" height="${BADGE.height}" rx="10" fill="${hexOfRgb(ground)}"/>`,
    textAt(x + 10, y + 38, 'Aa', { size: 26, fill: color.seen, bold: true, opacity: color.alpha }),
    textAt(x + 54, y + 26, shownRatio(ratio).toFixed(2), { size: 20, fill: ink }),
    textAt(x + 54, y + 46, levelOf(ratio), { size: 16, fill: ink, bold: true }),
  ].join('');
};

/** A colour of a palette, and what it looks like with the vision of the sheet. */
type SeenColor = PaletteColor & { readonly seen: string };

const swatch = (color: SeenColor, left: number, top: number): string => {
  const x = left + CELL.padding;
  const ink = color.onColor;
  const bottom = top + CELL.height - CELL.padding;
  const opacity = color.alpha === 1 ? '' : ` fill-opacity="${color.alpha}"`;
  return [
    `<g><title>${xmlText(`${color.name}, ${color.hex} (${color.role})`)}</title>`,
    `<rect x="${left}" y="${top}" width="${CELL.width}" height="${CELL.height}" fill="${color.seen}"${opacity}/>`,
    textAt(x, top + 70, color.hex, { size: 56, fill: ink, bold: true }),
    ...lines(color.name).map((line, place) =>
      textAt(x, top + 116 + place * 34, line, { size: fitting(line, 28), fill: ink }),
    ),
    textAt(x, top + 196, color.role, { size: fitting(color.role, 18), fill: ink }),
    badge(x, bottom - BADGE.height, color, WHITE),
    badge(x + BADGE.width + BADGE.gap, bottom - BADGE.height, color, BLACK),
    '</g>',
  ].join('');
};

/**
 * Visible behind translucent colours. Text colours are chosen for white, so the squares are pale.
 */
const CHECKERBOARD =
  '<defs><pattern id="c" width="32" height="32" patternUnits="userSpaceOnUse"><rect width="32" height="32" fill="#ffffff"/><path d="M0 0h16v16H0zM16 16h16v16H16z" fill="#f0f0f0"/></pattern></defs><rect width="100%" height="100%" fill="url(#c)"/>';

/**
 * An SVG sheet of swatches, each with its hex, name, role, and contrast on white and black.
 * @param vision draws the swatches as they look with a colour vision deficiency
 */
export const paletteSheet = (palette: Palette, vision: Vision | null = null): string => {
  const columns = columnsFor(palette.count);
  const width = columns * CELL.width;
  const height = Math.ceil(palette.count / columns) * CELL.height;
  const title = `${palette.harmony} palette of ${palette.count} from ${palette.baseColor.input}${vision === null ? '' : `, as seen with ${vision}`}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${xmlText(title)}</title>`,
    CHECKERBOARD,
    ...palette.colors.map((color, place) =>
      swatch(
        { ...color, seen: vision === null ? color.hex : seenWith(color.rgb, vision) },
        (place % columns) * CELL.width,
        Math.floor(place / columns) * CELL.height,
      ),
    ),
    '</svg>',
  ].join('\n');
};

/** Media types that a palette can be drawn as. */
export const PICTURE_TYPES = ['image/svg+xml', 'image/png'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

interface Picture {
  readonly extension: string;
  readonly bytes: Buffer;
}

/** Draws a palette as a sheet of swatches, also as seen with a colour vision deficiency. */
export const renderPicture = async (
  palette: Palette,
  type: PictureType,
  vision: Vision | null,
): Promise<Picture> => {
  const svg = paletteSheet(palette, vision);
  return type === 'image/png'
    ? { extension: 'png', bytes: await rasterize(svg) }
    : { extension: 'svg', bytes: Buffer.from(svg) };
};
