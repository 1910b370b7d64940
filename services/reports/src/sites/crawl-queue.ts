import { queueBackend, queueTracing, readQueueState } from '@platform/queue';
import type { QueueConnections } from '@platform/queue';
import { versionsName, withDeadline } from '@platform/runtime';
import type { QueueState } from '@platform/runtime';
import { Queue, Worker } from 'bullmq';

export interface CrawlQueue {
  /**
   * Asks a worker to go on with a site that waits. It takes the one whose turn it is, which may be
   * another: there is a job for each. A duplicate job does no harm.
   */
  enqueue(siteId: number): Promise<void>;
  state(): Promise<QueueState>;
  close(): Promise<void>;
}

const QUEUE = 'site-crawl';
/** A slice that failed is found again by the recovery of stalled sites. */
const JOB_OPTIONS = { removeOnComplete: true, removeOnFail: true } as const;
const ADD_TIMEOUT = 2000;

/**
 * The producer. A job says that a site has work, and the database which one is next; its name is for
 * processes of older versions.
 */
export const createCrawlQueue = (
  connections: QueueConnections,
  onError: (error: Error) => void,
): CrawlQueue => {
  const queue = new Queue(QUEUE, { connection: connections.producer, ...queueTracing() }, queueBackend);
  queue.on('error', onError);
  return {
    async enqueue(siteId) {
      await withDeadline(queue.add('crawl', { siteId }, JOB_OPTIONS), ADD_TIMEOUT);
    },
    state: () => readQueueState(queue),
    close: () => queue.close(),
  };
};

/** The consumer. Closing it waits for the slices that are running. */
export const startCrawlWorker = (
  connections: QueueConnections,
  crawl: () => Promise<void>,
  concurrency: number,
  onError: (error: Error) => void,
): { close(): Promise<void> } => {
  const worker = new Worker(
    QUEUE,
    () => crawl(),
    {
      connection: connections.worker,
      ...queueTracing(),
      name: versionsName(),
      concurrency,
      runRetryDelay: 1000,
    },
    queueBackend,
  );
  worker.on('error', onError);
  return worker;
};
