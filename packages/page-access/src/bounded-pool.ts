import { rateLimited } from '@platform/errors';

export interface BoundedPoolOptions {
  /** Jobs that run at the same time. */
  concurrent: number;
  /** Jobs that may wait for their turn. */
  waiting: number;
  /** What a refused client is told to wait. */
  retryAfterSeconds: number;
}

/** Runs a job when there is room. @throws 429 if too many wait already */
export type BoundedPool = <Value>(job: () => Promise<Value>) => Promise<Value>;

/**
 * Bounds work that is expensive by design. Without a bound, a few clients that ask for such work in
 * parallel make everybody else wait until their requests time out.
 */
export const createBoundedPool = (options: BoundedPoolOptions): BoundedPool => {
  const { concurrent, waiting, retryAfterSeconds } = options;
  const queue: (() => void)[] = [];
  let running = 0;

  const takeTurn = (): Promise<void> => {
    if (running < concurrent) {
      running += 1;
      return Promise.resolve();
    }
    if (queue.length >= waiting)
      throw rateLimited(retryAfterSeconds, 'Too many passwords are being checked.');
    return new Promise((resolve) => queue.push(resolve));
  };

  /** A finished job hands its place to the next one, so `running` stays as it is. */
  const endTurn = (): void => {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  };

  return async (job) => {
    await takeTurn();
    try {
      return await job();
    } finally {
      endTurn();
    }
  };
};
