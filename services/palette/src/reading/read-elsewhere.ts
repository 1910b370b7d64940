import { unavailable } from '@platform/errors';
import type { BodyRead, SentBody } from '@platform/http';
import { createBackgroundThread, createFairQueue } from '@platform/runtime';

import { resultOf } from './thread-answer.ts';
import type { ReadingFunctions, ThreadAnswer } from './thread-answer.ts';

const MEGABYTE = 1024 ** 2;
/** The largest design systems take a second or two. */
const MILLISECONDS = 60_000;
/** 14 MB of JSON may become 300 MB of objects; what needs more is refused. */
const MEMORY_MEGABYTES = 320;
const IDLE_MILLISECONDS = 10 * 60_000;
/** Callers may have given up by then. */
const LONGEST_WAIT_MILLISECONDS = 20_000;

// A process: V8 can't stop parsing JSON when the heap of a thread is full, and ends all threads.
const reader = createBackgroundThread<ReadingFunctions>({
  entry: new URL('../reading-process.ts', import.meta.url),
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

/** Any one fits into the line of its organisation. */
const MOST_BYTES = 60 * MEGABYTE;

const queue = createFairQueue({
  atOnce: 1,
  most: { each: { pieces: 48, bytes: MOST_BYTES }, all: { pieces: 480, bytes: 120 * MEGABYTE } },
  longestWaitMilliseconds: LONGEST_WAIT_MILLISECONDS,
  busy: () => unavailable('Too many large bodies are being read. Try again soon.'),
});

/**
 * Imports the tokens in a request's body, off the main thread.
 * @returns the answer's `data` in JSON
 * @throws 400 for a body that is refused, or takes too long; 503 if too many wait
 */
export const importElsewhere = ({ bytes, strict, caller }: SentBody): Promise<BodyRead<string>> =>
  queue.run(caller.organisation, bytes.length, () =>
    resultOf(reader.call('importTokens', { bytes, strict }), 'content'),
  );

/** Reads a request's body with an image in it, off the main thread. @throws 400, 503 */
export const readImageBody = ({ bytes, strict, caller }: SentBody): Promise<BodyRead<unknown>> =>
  queue.run(caller.organisation, bytes.length, () =>
    resultOf(reader.call('readImageBody', { bytes, strict }), 'image'),
  );

/**
 * Has the reading process do some work of an organisation.
 * @param name of one of its functions
 * @param length characters or bytes to read
 * @param field that is refused where the work takes too long or too much memory
 * @throws what the function throws; 400 for work that is too much; 503 if too many wait
 */
export const workElsewhere = (
  name: string,
  argument: unknown,
  { organisation, length, field }: { organisation: string; length: number; field: string },
): Promise<unknown> => {
  const call = reader.call as (called: string, given: unknown) => Promise<ThreadAnswer<unknown>>;
  return queue.run(organisation, Math.min(length, MOST_BYTES), () => resultOf(call(name, argument), field));
};

/** Prices a request under the rate limits: `least`, and one per `bytesForOne` bytes of its body. */
export const costBySize =
  (least: number, bytesForOne: number) =>
  (body: unknown): number =>
    least + (body instanceof Uint8Array ? Math.floor(body.length / bytesForOne) : 0);
