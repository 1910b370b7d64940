import { withBackend } from 'bullmq';
import type { Processor } from 'bullmq';

import { postgresSettings, redisSettings } from './backend-settings.ts';
import type { JobEvents, JobQueue, JobWorker, JobWorkerOptions } from './bull.ts';
import { restingBackend } from './resting-backend.ts';

export interface QueueBackendOptions {
  /** Where the jobs are kept; in the service's PostgreSQL when not given. */
  redisUrl?: string | undefined;
  databaseUrl: string;
  /** Schema of BullMQ's tables in PostgreSQL, such as `palette_queue`. */
  schema: string;
  /** Connection faults, which BullMQ heals by itself: for the log. */
  onError: (error: unknown) => void;
}

/** Makes queues, workers and event streams on one backend, and closes them all. */
export interface QueueBackend {
  kind: 'redis' | 'postgres';
  queue<Data>(name: string): JobQueue<Data>;
  worker<Data>(name: string, process: Processor<Data, unknown>, options?: JobWorkerOptions): JobWorker<Data>;
  events(name: string): JobEvents;
  /** Ends what was made here: workers first, after their running jobs. */
  close(): Promise<void>;
}

interface Closable {
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

/** BullMQ on Redis where there is one, else on PostgreSQL; the code that uses it is the same. */
export const createQueueBackend = (options: QueueBackendOptions): QueueBackend => {
  const { redisUrl, databaseUrl, schema, onError } = options;
  const settings = redisUrl === undefined ? postgresSettings(databaseUrl, schema) : redisSettings(redisUrl);
  const bull = withBackend(restingBackend(settings.factory));
  const workers: Closable[] = [];
  const others: Closable[] = [];

  const keep = <Item extends Closable>(list: Closable[], item: Item): Item => {
    // Without a listener an `error` event ends the process.
    item.on('error', onError);
    list.push(item);
    return item;
  };

  return {
    kind: settings.kind,
    queue: <Data>(name: string) =>
      keep(
        others,
        new bull.Queue<Data, unknown>(name, {
          connection: settings.producer,
        }) as JobQueue<Data>,
      ),
    worker: <Data>(name: string, process: Processor<Data, unknown>, workerOptions: JobWorkerOptions = {}) =>
      keep(
        workers,
        new bull.Worker<Data, unknown>(name, process, {
          ...workerOptions,
          connection: settings.worker,
        }) as JobWorker<Data>,
      ),
    events: (name) => keep(others, new bull.QueueEvents<unknown>(name, { connection: settings.worker })),
    async close() {
      await Promise.all(workers.map((item) => item.close()));
      await Promise.all(others.map((item) => item.close()));
    },
  };
};
