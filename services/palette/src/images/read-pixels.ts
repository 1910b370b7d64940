import { invalid, unavailable } from '@platform/errors';
import sharp from 'sharp';
import type { Metadata } from 'sharp';

import type { Rgb } from '../color/color.ts';

/** Waiting images, which are in memory meanwhile: many small ones, or four of the largest. */
const MOST_WAITING = 24;
const MOST_WAITING_BYTES = 40 * 1024 * 1024;
/** Who has waited longer may have given up. */
const LONGEST_WAIT_MILLISECONDS = 20_000;

const busy = () => unavailable('Too many images are being read. Try again soon.');

let waiting = 0;
let waitingBytes = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Decodes one image of the process at a time: each may take as much memory as `readPixels` allows
 * one, and the process has room for one.
 * @param size of the image in bytes, before it is decoded
 * @throws AppError `unavailable` if too many images wait, or this one has waited too long
 */
export const decodeInTurn = async <Result>(size: number, decode: () => Promise<Result>): Promise<Result> => {
  if (waiting >= MOST_WAITING || waitingBytes + size > MOST_WAITING_BYTES) throw busy();
  const turn = last;
  const { promise, resolve: endTurn } = Promise.withResolvers<undefined>();
  last = promise;
  const latest = performance.now() + LONGEST_WAIT_MILLISECONDS;
  waiting += 1;
  waitingBytes += size;
  await turn;
  waiting -= 1;
  waitingBytes -= size;
  try {
    if (performance.now() > latest) throw busy();
    return await decode();
  } finally {
    endTurn(undefined);
  }
};

/**
 * Bytes that decoders of AV1 take for a pixel, with their reference frames and conversions; measured.
 */
const AVIF_BYTES = { plain: 18, deep: 27 } as const;
/** Progressive JPEG: a coefficient of each sample is kept until the last scan is read. */
const COEFFICIENT_BYTES = 2;

/**
 * At most how many bytes it takes to decode an image, whatever size it is scaled down to. PNG and
 * WebP may be held in whole: interlaced or lossless, or because a few lines of a wide image are all
 * of it. Baseline JPEG is scaled down block by block.
 */
const decodingMemory = (image: Metadata): number => {
  const { format, width, height, channels, depth, isProgressive } = image;
  const isDeep = depth !== 'uchar';
  const pixels = width * height;
  if (format === 'heif') return pixels * (isDeep ? AVIF_BYTES.deep : AVIF_BYTES.plain);
  if (format === 'jpeg' && isProgressive) return pixels * channels * COEFFICIENT_BYTES;
  return pixels * channels * (isDeep ? 2 : 1);
};

/** An image may have this many pixels; a small file can hold far more and fill the memory. */
const MOST_PIXELS = 50_000_000;
/** Scaling down takes many lines at once, and those of a very wide image take gigabytes. */
const LONGEST_SIDE = 20_000;
/** Enough for photographs of 24 million pixels as progressive JPEG, and of 13 million as AVIF. */
const MOST_MEMORY = 250_000_000;
/** The longer side after scaling down. 128 × 128 pixels are plenty to find the main colours. */
const SIDE = 128;
/** Pixels this transparent have no colour of their own. */
const LEAST_ALPHA = 128;
const FORMATS = new Set(['png', 'jpeg', 'webp', 'heif', 'avif']);

// Hardly any image comes twice, and what is kept of them takes 200 MB after a few.
sharp.cache(false);

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
 * The opaque pixels of a PNG, JPEG, WebP or AVIF, scaled down and converted to sRGB. Before any is
 * decoded, it is checked how many there are and how much memory that takes.
 * @throws 400 for other formats, damaged files, images that are too large, and fully transparent
 *   ones; 503 if too many images wait to be decoded
 */
export const readPixels = async (bytes: Buffer): Promise<Rgb[]> => {
  const open = (mostPixels: number | false) =>
    sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
  // The size is read from the head of the file; what is too large is said below.
  const found = await open(false)
    .metadata()
    .catch(() => null);
  if (found === null || !FORMATS.has(found.format)) throw refuse('must be a PNG, JPEG, WebP or AVIF');
  if (found.width * found.height > MOST_PIXELS)
    throw refuse(`must have at most ${MOST_PIXELS / 1_000_000} million pixels`);
  if (Math.max(found.width, found.height) > LONGEST_SIDE)
    throw refuse(`must be at most ${LONGEST_SIDE} pixels wide and high`);
  if (decodingMemory(found) > MOST_MEMORY)
    throw refuse(
      `must take at most ${MOST_MEMORY / 1_000_000} MB decoded: send a smaller one, with 8 bits a channel, not interlaced`,
    );
  const decode = () =>
    open(MOST_PIXELS)
      .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer()
      .catch(() => {
        throw refuse('is damaged');
      });
  const raw = await decodeInTurn(bytes.length, decode);
  const pixels: Rgb[] = [];
  for (let at = 0; at + 3 < raw.length; at += 4)
    if ((raw[at + 3] ?? 0) >= LEAST_ALPHA)
      pixels.push({ r: raw[at] ?? 0, g: raw[at + 1] ?? 0, b: raw[at + 2] ?? 0 });
  if (pixels.length === 0) throw refuse('must not be fully transparent');
  return pixels;
};
