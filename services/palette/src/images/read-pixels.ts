import { invalid } from '@platform/errors';
import sharp from 'sharp';

import type { Rgb } from '../color/color.ts';

/** An image may have this many pixels; a small file can hold far more and fill the memory. */
const MOST_PIXELS = 50_000_000;
/** The longer side after scaling down. 128 × 128 pixels are plenty to find the main colours. */
const SIDE = 128;
/** Pixels this transparent have no colour of their own. */
const LEAST_ALPHA = 128;
const FORMATS = new Set(['png', 'jpeg', 'webp', 'heif', 'avif']);

const refuse = (message: string) => invalid([{ field: 'image', message: `image ${message}` }]);

/** The bytes of an image in base64, or of a data: URL. @throws 400 */
export const decodeBase64 = (text: string): Buffer => {
  const plain = text.replace(/^data:image\/[a-z+.-]+;base64,/i, '').replaceAll(/\s/g, '');
  const digits = plain.replace(/={1,2}$/, '');
  // One character is looked for: a pattern for the whole text would keep a way back for each of them.
  if (digits === '' || /[^A-Za-z0-9+/_-]/.test(digits)) throw refuse('must be an image in base64');
  return Buffer.from(plain, 'base64');
};

/**
 * The opaque pixels of a PNG, JPEG, WebP or AVIF, scaled down and converted to sRGB. The
 * number of pixels is checked before any is decoded.
 * @throws 400 for other formats, damaged files, images that are too large, and fully transparent ones
 */
export const readPixels = async (bytes: Buffer): Promise<Rgb[]> => {
  const open = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
  const found = await open()
    .metadata()
    .catch(() => null);
  if (found === null || !FORMATS.has(found.format)) throw refuse('must be a PNG, JPEG, WebP or AVIF');
  if (found.width * found.height > MOST_PIXELS)
    throw refuse(`must have at most ${MOST_PIXELS / 1_000_000} million pixels`);
  const raw = await open()
    .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
    .catch(() => {
      throw refuse('is damaged');
    });
  const pixels: Rgb[] = [];
  for (let at = 0; at + 3 < raw.length; at += 4)
    if ((raw[at + 3] ?? 0) >= LEAST_ALPHA)
      pixels.push({ r: raw[at] ?? 0, g: raw[at + 1] ?? 0, b: raw[at + 2] ?? 0 });
  if (pixels.length === 0) throw refuse('must not be fully transparent');
  return pixels;
};
