import type { Vision } from '../color/vision.ts';
import { paletteSheet } from './palette-sheet.ts';
import { rasterize } from '../pictures/rasterize.ts';
import type { Palette } from './palette.ts';

/** Media types that a palette can be drawn as. */
export const PICTURE_TYPES = ['image/svg+xml', 'image/png'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

export interface Picture {
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
