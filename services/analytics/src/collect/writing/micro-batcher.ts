import { unavailable } from '@platform/errors';
import { captureTrace } from '@platform/tracing';

export interface MicroBatcherOptions<Item, Result> {
  /**
   * Writes a batch, all or nothing. Results are in the order of the items.
   * @param milliseconds until the first item's deadline: past it, nothing may be written
   */
  write: (items: readonly Item[], milliseconds: number) => Promise<readonly Result[]>;
  /** True for a fault of the database, not of an item: it may pass by itself. */
  isTransient: (error: unknown) => boolean;
  /** A batch waits this long for more items, at most. */
  delayMilliseconds: number;
  maxBatch: number;
  /** Items that may wait or be in progress. More are refused. */
  maxQueue: number;
  /** `write` gives a batch no more time, however much its items have. */
  batchMilliseconds: number;
}

export interface MicroBatcher<Item, Result> {
  /**
   * Resolves when the item's batch has committed.
   * @param deadline by `performance.now()`: when the answer is due. Past it, the item isn't written
   * @throws AppError `unavailable` when the queue is full or closing, when the database can't be
   * reached, and past the deadline
   */
  submit(item: Item, deadline: number): Promise<Result>;
  /** Items that wait or are being written. */
  readonly depth: number;
  /** How long the batch in progress has taken so far, in milliseconds; 0 for none. */
  busyFor(): number;
  /** Writes what waits, and refuses what comes after. */
  close(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly since: number;
  readonly deadline: number;
  /** A batch appears in the trace of its first item. */
  readonly within: ReturnType<typeof captureTrace>;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** An item that has less time left isn't begun: it would take the whole batch past its deadline. */
const LEAST_MILLISECONDS = 200;

const refusal = (message: string, cause?: unknown): Error =>
  unavailable(message, { retryAfterSeconds: 2, ...(cause === undefined ? {} : { cause }) });

/**
 * Gathers items into batches. While one is being written the next one fills, so batches grow with
 * the load.
 */
export const createMicroBatcher = <Item, Result>(
  options: MicroBatcherOptions<Item, Result>,
): MicroBatcher<Item, Result> => {
  const { write, isTransient, delayMilliseconds, maxBatch, maxQueue, batchMilliseconds } = options;
  let queue: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let running: Promise<void> | null = null;
  let isClosing = false;
  /** When the batch in progress began. */
  let begun: number | null = null;

  /** The items that still have time. The others are refused. */
  const inTime = (batch: readonly Waiting<Item, Result>[]): readonly Waiting<Item, Result>[] => {
    const least = performance.now() + LEAST_MILLISECONDS;
    return batch.filter(({ deadline, reject }) => {
      if (deadline >= least) return true;
      reject(refusal('The event could not be stored in time.'));
      return false;
    });
  };

  /** A batch that fails because of its contents is halved until the item at fault is alone. */
  const flush = async (candidates: readonly Waiting<Item, Result>[]): Promise<void> => {
    const batch = inTime(candidates);
    if (batch.length === 0) return;
    try {
      const end = Math.min(...batch.map(({ deadline }) => deadline));
      const results = await write(
        batch.map(({ item }) => item),
        end - performance.now(),
      );
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
    } catch (error) {
      if (isTransient(error)) {
        const answer = refusal('Events cannot be stored at the moment.', error);
        for (const { reject } of batch) reject(answer);
      } else if (batch.length === 1) batch[0]?.reject(error);
      else {
        const middle = batch.length >> 1;
        await flush(batch.slice(0, middle));
        await flush(batch.slice(middle));
      }
    }
  };

  /**
   * Flushes items that have to hurry by themselves: the first deadline is that of the whole batch,
   * and clients may choose theirs (`X-Timeout-Ms`). They go first, as most have waited for long; the
   * others still have the time of a whole batch then.
   */
  const flushAll = (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    const soon = performance.now() + 2 * batchMilliseconds;
    const hurried = batch.filter(({ deadline }) => deadline < soon);
    if (hurried.length === 0 || hurried.length === batch.length) return flush(batch);
    return flush(hurried).then(() => {
      begun = performance.now();
      return flush(batch.filter(({ deadline }) => deadline >= soon));
    });
  };

  const run = async (): Promise<void> => {
    while (queue.length > 0) {
      // Hits that arrived during the last batch have waited already.
      const wait = delayMilliseconds - (performance.now() - (queue[0]?.since ?? 0));
      if (wait > 0 && queue.length < maxBatch && !isClosing)
        await new Promise((resolve) => setTimeout(resolve, wait));
      const batch = queue.slice(0, maxBatch);
      queue = queue.slice(maxBatch);
      inFlight = batch.length;
      begun = performance.now();
      await batch[0]?.within(() => flushAll(batch));
      begun = null;
      inFlight = 0;
    }
    running = null;
  };

  return {
    submit: (item, deadline) =>
      new Promise<Result>((resolve, reject) => {
        if (isClosing || queue.length + inFlight >= maxQueue) {
          reject(refusal('Too many events are waiting to be stored.'));
          return;
        }
        queue.push({ item, since: performance.now(), deadline, within: captureTrace(), resolve, reject });
        running ??= run();
      }),
    get depth() {
      return queue.length + inFlight;
    },
    busyFor: () => (begun === null ? 0 : performance.now() - begun),
    async close() {
      isClosing = true;
      await running;
    },
  };
};
