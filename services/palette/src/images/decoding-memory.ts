import type { Metadata } from 'sharp';

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
export const decodingMemory = (image: Metadata): number => {
  const { format, width, height, channels, depth, isProgressive } = image;
  const isDeep = depth !== 'uchar';
  const pixels = width * height;
  if (format === 'heif') return pixels * (isDeep ? AVIF_BYTES.deep : AVIF_BYTES.plain);
  if (format === 'jpeg' && isProgressive) return pixels * channels * COEFFICIENT_BYTES;
  return pixels * channels * (isDeep ? 2 : 1);
};
