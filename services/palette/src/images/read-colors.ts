import { unavailable } from '@platform/errors';
import { createBackgroundThread, createFairQueue } from '@platform/runtime';

import { resultOf } from '../reading/thread-answer.ts';
import type { ImageFunctions, SentImage } from './image-process.ts';
import type { MainColor } from './main-colors.ts';

const MEGABYTE = 1024 ** 2;
/** The largest images take two seconds; a busy machine needs some for the start of the process, too. */
const MILLISECONDS = 60_000;
/** For the process's own objects; pixels are outside of them. */
const MEMORY_MEGABYTES = 64;
const IDLE_MILLISECONDS = 60_000;
/** Callers may have given up by then. */
const LONGEST_WAIT_MILLISECONDS = 20_000;

// Not a thread: decoders would share the pool of threads that files, names and zlib need here, and
// one that hangs could not be ended.
const decoder = createBackgroundThread<ImageFunctions>({
  entry: new URL('./image-process.ts', import.meta.url),
  data: undefined,
  asProcess: true,
  memoryMegabytes: MEMORY_MEGABYTES,
  milliseconds: MILLISECONDS,
  idleMilliseconds: IDLE_MILLISECONDS,
  atOnce: 1,
  mostWaiting: 1,
  // Waiting callers are told.
  onEnd: () => undefined,
});

/**
 * Images are decoded one at a time: each may take as much memory as one may, and there is room for one.
 * Those of an organisation may wait as many small ones, or as four of the largest.
 */
export const imageTurns = createFairQueue({
  atOnce: 1,
  most: { each: { pieces: 24, bytes: 40 * MEGABYTE }, all: { pieces: 96, bytes: 120 * MEGABYTE } },
  longestWaitMilliseconds: LONGEST_WAIT_MILLISECONDS,
  busy: () => unavailable('Too many images are being read. Try again soon.'),
});

/**
 * Finds the main colours of an image, in a separate process.
 * @param organisation that takes a turn
 * @param count the most colours
 * @throws 400 for other formats, damaged files, images that are too large, and fully transparent ones;
 *   503 if too many images wait to be decoded
 */
export const readColors = (organisation: string, image: SentImage, count: number): Promise<MainColor[]> =>
  imageTurns.run(organisation, image.bytes.length, () =>
    resultOf(decoder.call('mainColors', { ...image, count }), image.field),
  );
