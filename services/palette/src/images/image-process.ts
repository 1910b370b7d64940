import { invalid } from '@platform/errors';
import { serveThread } from '@platform/runtime';
import sharp from 'sharp';
import type { Metadata } from 'sharp';
import type { Rgb } from '../color/color.ts';
import { answerOf } from '../reading/thread-answer.ts';
import type { ThreadAnswer } from '../reading/thread-answer.ts';
import { mainColors } from './main-colors.ts';
import type { MainColor } from './main-colors.ts';
import { inflateSync } from 'node:zlib';

/** True for the accepted image formats, by their first bytes. Others never reach a decoder. */
const isKnown = (bytes: Buffer): boolean => {
  const at = (start: number, end: number): string => bytes.toString('latin1', start, end);
  return (
    isPng(bytes) ||
    at(0, 3) === '\xff\xd8\xff' ||
    (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') ||
    // AVIF; whether it is one, and not another format in the same container, shows its head.
    at(4, 8) === 'ftyp'
  );
};

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const isPng = (bytes: Buffer): boolean => bytes.subarray(0, PNG.length).equals(PNG);

/** Chunks that pixels and their colours need. All others are texts, which may inflate to gigabytes. */
const NEEDED = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP']);
/** The largest profiles of printers have two megabytes. */
const LARGEST_PROFILE = 4 * 1024 ** 2;

/** True if an embedded profile stays within a profile's size when it is inflated. */
const isProfile = (data: Buffer): boolean => {
  try {
    // A name, its end, and the method of compression precede it.
    inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength: LARGEST_PROFILE });
    return true;
  } catch {
    return false;
  }
};

/** A PNG without the chunks that its pixels don't need. Adjacent ones are kept in one piece. */
const plainPng = (bytes: Buffer): Buffer => {
  const pieces: Buffer[] = [PNG];
  let from = PNG.length;
  let at = from;
  while (at + 8 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const isKept = NEEDED.has(type) && (type !== 'iCCP' || isProfile(bytes.subarray(at + 8, end - 4)));
    if (!isKept) {
      pieces.push(bytes.subarray(from, at));
      from = end;
    }
    at = end;
    if (type === 'IEND') break;
  }
  return Buffer.concat([...pieces, bytes.subarray(from, at)]);
};

/**
 * An image as a decoder may have it: without what could inflate to far more than pixels. Null for
 * formats that aren't read.
 */
const plainImage = (bytes: Buffer): Buffer | null => {
  if (!isKnown(bytes)) return null;
  return isPng(bytes) ? plainPng(bytes) : bytes;
};

/** An image, and the field of the request that it came by. */
export interface SentImage {
  readonly bytes: Uint8Array;
  readonly field: 'image' | 'url';
}

/** Functions that the process offers. */
export interface ImageFunctions {
  /** Finds the main colours of an image, at most `count`. */
  readonly mainColors: (asked: SentImage & { readonly count: number }) => Promise<ThreadAnswer<MainColor[]>>;
  readonly [name: string]: (argument: never) => Promise<unknown>;
}

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

/**
 * The opaque pixels of a PNG, JPEG, WebP or AVIF, scaled down and converted to sRGB. Before any is
 * decoded, it is checked how many there are and how much memory that takes.
 * @throws 400 for other formats, damaged files, images that are too large, and fully transparent ones
 */
const readPixels = async ({ bytes: sent, field }: SentImage): Promise<Rgb[]> => {
  const refuse = (message: string) => invalid([{ field, message: `${field} ${message}` }]);
  const bytes = plainImage(Buffer.from(sent.buffer, sent.byteOffset, sent.length));
  const open = (image: Buffer, mostPixels: number | false) =>
    sharp(image, { limitInputPixels: mostPixels, failOn: 'error' });
  // Reads the size from the head of the file; the check below refuses what is too large.
  const found =
    bytes &&
    (await open(bytes, false)
      .metadata()
      .catch(() => null));
  if (!bytes || !found || !FORMATS.has(found.format)) throw refuse('must be a PNG, JPEG, WebP or AVIF');
  if (found.width * found.height > MOST_PIXELS)
    throw refuse(`must have at most ${MOST_PIXELS / 1_000_000} million pixels`);
  if (Math.max(found.width, found.height) > LONGEST_SIDE)
    throw refuse(`must be at most ${LONGEST_SIDE} pixels wide and high`);
  if (decodingMemory(found) > MOST_MEMORY)
    throw refuse(
      `must take at most ${MOST_MEMORY / 1_000_000} MB decoded: send a smaller one, with 8 bits a channel, not interlaced`,
    );
  const raw = await open(bytes, MOST_PIXELS)
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

const functions: ImageFunctions = {
  mainColors: ({ count, ...image }) => answerOf(async () => mainColors(await readPixels(image), count)),
};

serveThread(functions, () => Promise.resolve(), { standsBack: false });
