import { unavailable } from '@platform/errors';

export interface MicroBatcherOptions<Item, Result> {
  /** Writes a batch; all or nothing. The results are in the order of the items. */
  write: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** True for a fault that lies with the database and not with an item: it may pass by itself. */
  isTransient: (error: unknown) => boolean;
  /** A batch waits so long for more items, at most. */
  delayMilliseconds: number;
  maxBatch: number;
  /** Items that wait or are being written; one more is refused. */
  maxQueue: number;
}

export interface MicroBatcher<Item, Result> {
  /**
   * Resolves when the item's batch has committed.
   * @throws AppError `unavailable` when the queue is full, when it is closing and when the database can't be reached
   */
  submit(item: Item): Promise<Result>;
  /** Items that wait or are being written. */
  readonly depth: number;
  /** Writes what waits, and refuses what comes after. */
  close(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly since: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Gathers items into batches: while one is being written the next one fills, so batches grow with the load. */
export const createMicroBatcher = <Item, Result>(
  options: MicroBatcherOptions<Item, Result>,
): MicroBatcher<Item, Result> => {
  const { write, isTransient, delayMilliseconds, maxBatch, maxQueue } = options;
  let queue: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let running: Promise<void> | null = null;
  let isClosing = false;

  /** A batch that can't be written because of what is in it is halved until the item at fault stands alone. */
  const flush = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await write(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
    } catch (error) {
      if (isTransient(error)) {
        const answer = unavailable('Events can not be stored at the moment.', {
          retryAfterSeconds: 2,
          cause: error,
        });
        for (const { reject } of batch) reject(answer);
      } else if (batch.length === 1) batch[0]?.reject(error);
      else {
        const middle = batch.length >> 1;
        await flush(batch.slice(0, middle));
        await flush(batch.slice(middle));
      }
    }
  };

  const run = async (): Promise<void> => {
    while (queue.length > 0) {
      // What came while the last batch was being written has waited already.
      const wait = delayMilliseconds - (performance.now() - (queue[0]?.since ?? 0));
      if (wait > 0 && queue.length < maxBatch && !isClosing)
        await new Promise((resolve) => setTimeout(resolve, wait));
      const batch = queue.slice(0, maxBatch);
      queue = queue.slice(maxBatch);
      inFlight = batch.length;
      await flush(batch);
      inFlight = 0;
    }
    running = null;
  };

  return {
    submit: (item) =>
      new Promise<Result>((resolve, reject) => {
        if (isClosing || queue.length + inFlight >= maxQueue) {
          reject(unavailable('Too many events are waiting to be stored.', { retryAfterSeconds: 2 }));
          return;
        }
        queue.push({ item, since: performance.now(), resolve, reject });
        running ??= run();
      }),
    get depth() {
      return queue.length + inFlight;
    },
    async close() {
      isClosing = true;
      await running;
    },
  };
};
