import { unavailable } from '@platform/errors';
import { createBackgroundThread, ThreadError } from '@platform/runtime';
import type { ThreadFault } from '@platform/runtime';

import type { DrawingFunctions } from './drawing-thread.ts';

/** Waiting included. The largest sheet takes a second or two. */
const MILLISECONDS = 120_000;
const MOST_WAITING = 200;
/** For the thread's own objects; its drawings are outside of them. */
const MEMORY_MEGABYTES = 64;

const thread = createBackgroundThread<DrawingFunctions>({
  entry: new URL('./drawing-thread.ts', import.meta.url),
  data: undefined,
  memoryMegabytes: MEMORY_MEGABYTES,
  milliseconds: MILLISECONDS,
  atOnce: 1,
  mostWaiting: MOST_WAITING,
  // Waiting callers are told.
  onEnd: () => undefined,
});

const MESSAGES: Readonly<Record<ThreadFault, string>> = {
  busy: 'Too many pictures are being drawn. Try again soon.',
  late: 'Drawing the picture took too long. Try again soon.',
  memory: 'Drawing the picture took too much memory.',
  ended: 'The picture could not be drawn. Try again.',
};

/**
 * Renders an SVG as PNG at its own size, off the main thread. Text is set in Inter.
 * @throws AppError `unavailable` if too many pictures are waited for, or one takes too long
 */
export const rasterize = async (svg: string): Promise<Buffer> => {
  try {
    return Buffer.from(await thread.call('draw', svg));
  } catch (error) {
    if (!(error instanceof ThreadError)) throw error;
    throw unavailable(MESSAGES[error.fault], { cause: error });
  }
};
