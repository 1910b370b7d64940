import { createPostgresConnection } from './postgres-connection.ts';
import type { QueueConnection } from './queue-backend.ts';
import { createRedisConnection } from './redis-connection.ts';

export interface QueueConnectionOptions {
  /** Where the jobs are kept. Without it they are kept in the service's PostgreSQL. */
  redisUrl?: string | undefined;
  databaseUrl: string;
  /** Schema of BullMQ's tables in PostgreSQL, such as `palette_queue`. */
  schema: string;
}

/** The connections of one process to the server that keeps its jobs. */
export interface QueueConnections {
  kind: 'redis' | 'postgres';
  /** For `new Queue`: refuses a command at once while the server is away. */
  producer: QueueConnection;
  /** For `new Worker`: waits for the server to come back. */
  worker: QueueConnection;
  /** Call it after the queues and workers that use these connections are closed. */
  close: () => Promise<void>;
}

/**
 * Connects to Redis if there is a URL for it, else to PostgreSQL. The code that uses it is the
 * same:
 *
 * const connections = createQueueConnections({ redisUrl, databaseUrl, schema: 'palette_queue' });
 * new Worker('exports', process, { connection: connections.worker }, queueBackend);
 */
export const createQueueConnections = (options: QueueConnectionOptions): QueueConnections => {
  const { redisUrl, databaseUrl, schema } = options;
  if (redisUrl === undefined) {
    const connection = createPostgresConnection(databaseUrl, schema);
    // BullMQ makes a pool from these settings for each queue and worker, and closes it with them.
    return {
      kind: 'postgres',
      producer: connection,
      worker: connection,
      close: () => Promise.resolve(),
    };
  }
  const producer = createRedisConnection(redisUrl, 'producer');
  const worker = createRedisConnection(redisUrl, 'worker');
  return {
    kind: 'redis',
    producer,
    worker,
    close: () => {
      producer.disconnect();
      worker.disconnect();
      return Promise.resolve();
    },
  };
};
