import { queueBackend, queueTracing, readQueueState } from '@platform/queue';
import type { QueueConnections } from '@platform/queue';
import { versionsName, withDeadline } from '@platform/runtime';
import type { QueueState } from '@platform/runtime';
import { Queue, Worker } from 'bullmq';

import { hashUrl, parseTarget } from './target.ts';

export interface GenerationQueue {
  /** Asks a worker to generate the pending reports on a URL. A duplicate job does no harm. */
  enqueue(url: string): Promise<void>;
  /** Asks again for a stalled report. At most one such job per URL waits in the queue. */
  reenqueue(url: string): Promise<void>;
  /** How each of its queues is, by name. */
  readonly states: Readonly<Record<string, () => Promise<QueueState>>>;
  close(): Promise<void>;
}

interface GenerationJob {
  readonly url: string;
}

const PLAIN = 'report-generation';
/** A separate queue: rendering is slow and waits for the browser, and mustn't hold up anybody else. */
const RENDERED = 'report-rendering';
/** A browser renders one page at a time, while another one is gathered. */
const RENDERED_AT_ONCE = 2;

/** Retries cover infrastructure faults only. A bad page is a result, and isn’t retried. */
const JOB_OPTIONS = {
  attempts: 3,
  backoff: { type: 'exponential', delay: 1000 },
  removeOnComplete: true,
  removeOnFail: true,
} as const;

/** BullMQ holds jobs back until its first connection is up. A request must not wait for that. */
const ADD_TIMEOUT = 2000;

/** The producer. A job only names a URL; the database says which reports are pending on it. */
export const createGenerationQueue = (
  connections: QueueConnections,
  onError: (error: Error) => void,
): GenerationQueue => {
  const open = (name: string) => {
    const queue = new Queue(name, { connection: connections.producer, ...queueTracing() }, queueBackend);
    // Without a listener an `error` event ends the process.
    queue.on('error', onError);
    return queue;
  };
  const [plain, rendered] = [open(PLAIN), open(RENDERED)];
  const queueOf = (target: string) => (parseTarget(target).render ? rendered : plain);
  return {
    async enqueue(url) {
      await withDeadline(queueOf(url).add('generate', { url }, JOB_OPTIONS), ADD_TIMEOUT);
    },
    async reenqueue(url) {
      await queueOf(url).add(
        'generate',
        { url },
        { ...JOB_OPTIONS, jobId: `again-${hashUrl(url).toString('hex')}` },
      );
    },
    states: { [PLAIN]: () => readQueueState(plain), [RENDERED]: () => readQueueState(rendered) },
    async close() {
      await Promise.all([plain.close(), rendered.close()]);
    },
  };
};

/**
 * Starts the consumer. Closing it waits for running jobs. Rendered pages have a separate queue: eight
 * of them used to fill all places of a worker, and reports of a second waited up to four minutes
 * behind them.
 * @param concurrency URLs this process generates at once without a browser
 */
export const startGenerationWorker = (
  connections: QueueConnections,
  generate: (url: string) => Promise<void>,
  concurrency: number,
  onError: (error: Error) => void,
): { close(): Promise<void> } => {
  const workers = [
    { name: PLAIN, atOnce: concurrency },
    { name: RENDERED, atOnce: Math.min(concurrency, RENDERED_AT_ONCE) },
  ].map(({ name, atOnce }) => {
    const worker = new Worker(
      name,
      (job) => generate((job.data as GenerationJob).url),
      {
        connection: connections.worker,
        ...queueTracing(),
        name: versionsName(),
        concurrency: atOnce,
        // BullMQ's default of 15 s after a lost connection is too long for someone waiting.
        runRetryDelay: 1000,
      },
      queueBackend,
    );
    worker.on('error', onError);
    return worker;
  });
  return {
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
};
