import type { QueueBackend } from '@platform/queue';

import { hashUrl } from '../reports/hash-url.ts';

export interface GenerationQueue {
  /** Asks a worker to generate the pending reports on a URL. A second job for the same URL does no harm. */
  enqueue(url: string): Promise<void>;
  /** Asks again, for reports that seem forgotten. Of these jobs one waits for each URL, however long the queue is. */
  enqueueAgain(url: string): Promise<void>;
}

interface GenerationJob {
  readonly url: string;
}

const QUEUE = 'report-generation';
/** Faults of the infrastructure only; what is wrong with a page is a result and not tried again. */
const JOB_OPTIONS = {
  attempts: 3,
  backoff: { type: 'exponential', delay: 1000 },
  removeOnComplete: true,
  removeOnFail: true,
} as const;

const PATIENCE = 2000;

/** Until its first connection stands, BullMQ keeps a job waiting for as long as that takes; a request should not wait. */
const inTime = async (work: Promise<unknown>): Promise<void> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error('The queue took no job in time.'));
  }, PATIENCE);
  await Promise.race([work, late]).finally(() => {
    clearTimeout(timer);
  });
};

/** The producer's side: a job names a URL; what is to be done stands in the database. */
export const createGenerationQueue = (backend: QueueBackend): GenerationQueue => {
  const queue = backend.queue<GenerationJob>(QUEUE);
  return {
    async enqueue(url) {
      await inTime(queue.add('generate', { url }, JOB_OPTIONS));
    },
    async enqueueAgain(url) {
      await queue.add(
        'generate',
        { url },
        { ...JOB_OPTIONS, jobId: `again-${hashUrl(url).toString('hex')}` },
      );
    },
  };
};

/**
 * The worker's side. It ends with the backend, after the jobs that are running.
 * @param concurrency URLs generated at once by this process
 */
export const startGenerationWorker = (
  backend: QueueBackend,
  generate: (url: string) => Promise<void>,
  concurrency: number,
): void => {
  backend.worker<GenerationJob>(QUEUE, (job) => generate(job.data.url), {
    concurrency,
    // BullMQ's 15 s after a lost connection are long for somebody who waits for a report.
    runRetryDelay: 1000,
  });
};
