import { unavailable } from '@platform/errors';

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
