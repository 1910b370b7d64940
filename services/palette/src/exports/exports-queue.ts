import { isGivenUp } from '@platform/database';
import { jobTrace, queueBackend, queueTracing, readQueueState } from '@platform/queue';
import type { QueueConnections } from '@platform/queue';
import type { Logger, QueueState } from '@platform/runtime';
import { captureTrace } from '@platform/tracing';
import { Queue } from 'bullmq';
import type { JobsOptions } from 'bullmq';

/** Name of the queue. A job has no data; its id is the id of the export. */
export const EXPORTS_QUEUE = 'exports';

/**
 * A fault is retried for about a minute: after 0.25, 0.5, 1, … 16 s, each shortened by up to half.
 * Finished jobs are removed: the row records the result, and the id can be queued again.
 */
export const JOB_OPTIONS = {
  attempts: 8,
  backoff: { type: 'exponential', delay: 250, jitter: 0.5 },
  removeOnComplete: true,
  removeOnFail: true,
} satisfies JobsOptions;

export interface ExportsQueue {
  /** Queues exports. One that is already queued or running is left alone. */
  add: (ids: readonly string[]) => Promise<void>;
  /**
   * Queues an export shortly, in a batch with others. Nobody waits for it, and it never fails:
   * the cleanup queues what was lost.
   */
  addSoon: (id: string) => void;
  state: () => Promise<QueueState>;
  close: () => Promise<void>;
}

interface WaitingExport {
  readonly id: string;
  /** The trace of the request that asked for it. */
  readonly trace: ReturnType<typeof jobTrace>;
  readonly within: ReturnType<typeof captureTrace>;
}

/** Most jobs sent in one call. */
const BATCH = 250;

export const createExportsQueue = (connections: QueueConnections, logger: Logger): ExportsQueue => {
  const queue = new Queue(
    EXPORTS_QUEUE,
    { connection: connections.producer, ...queueTracing() },
    queueBackend,
  );
  queue.on('error', (error) => {
    logger.warn({ err: error }, 'the export queue is not reachable; reconnecting');
  });
  let waiting: WaitingExport[] = [];
  let sending = false;

  const addAll = async (jobs: readonly Pick<WaitingExport, 'id' | 'trace'>[], left = 3): Promise<void> => {
    // By their ids, which are as old as they: two calls with the same exports wait for each other, in one order.
    const inOrder = [...jobs].sort((one, other) => (one.id < other.id ? -1 : 1));
    try {
      await queue.addBulk(
        inOrder.map(({ id, trace }) => ({
          name: 'export',
          data: {},
          opts: { ...JOB_OPTIONS, ...trace, jobId: id },
        })),
      );
    } catch (error) {
      // A deadlock with a worker that ends one of them. What was queued already is left alone.
      if (left === 0 || !isGivenUp(error)) throw error;
      await addAll(jobs, left - 1);
    }
  };

  /**
   * Ids gather while a call is under way: a burst costs few calls, and a single id does not wait.
   */
  const send = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    try {
      while (waiting.length > 0) {
        const batch = waiting.slice(0, BATCH);
        waiting = waiting.slice(BATCH);
        await batch[0]?.within(() => addAll(batch));
      }
    } catch (error) {
      waiting = [];
      logger.warn({ err: error }, 'exports could not be queued; they will be queued later');
    } finally {
      sending = false;
    }
  };

  return {
    add: (ids) => addAll(ids.map((id) => ({ id, trace: {} }))),
    addSoon: (id) => {
      waiting.push({ id, trace: jobTrace(), within: captureTrace() });
      void send();
    },
    state: () => readQueueState(queue),
    close: () => queue.close(),
  };
};
