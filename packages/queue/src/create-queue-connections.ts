import { connectRedis } from '@platform/runtime/redis';
import type { RedisClient, RedisClientOptions } from '@platform/runtime/redis';
import type { PostgresPoolConfig } from 'bullmq';

import type { QueueConnection } from './queue-backend.ts';

/** Milliseconds before the next attempt to connect: 100 more each time, 2 s at most. */
const retryStrategy = (attempt: number): number => Math.min(attempt * 100, 2_000);

const ROLES = {
  // A request must not hang because Redis does.
  producer: { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 2_000 },
  // BullMQ requires this of a worker, whose commands wait for Redis to come back.
  worker: { maxRetriesPerRequest: null },
} satisfies Record<string, Partial<RedisClientOptions>>;

/** A connection to the Redis at `url`, opened when it is first used. */
export const createRedisConnection = (url: string, role: keyof typeof ROLES): RedisClient => {
  const client = connectRedis(url, { ...ROLES[role], retryStrategy, lazyConnect: true });
  // BullMQ passes errors on to its queues and workers while they are open. After that, nobody
  // listens.
  client.on('error', () => undefined);
  return client;
};

/**
 * Settings of a connection to BullMQ's tables in PostgreSQL, which are in a schema of their own.
 */
const createPostgresConnection = (url: string, schema: string, mayLose: boolean): PostgresPoolConfig => ({
  connectionString: url,
  ...(mayLose ? { options: '-c synchronous_commit=off' } : {}),
  schema,
  max: 4,
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
});

export interface QueueConnectionOptions {
  /** Where the jobs are kept. Without it they are kept in the service's PostgreSQL. */
  redisUrl?: string | undefined;
  databaseUrl: string;
  /** Schema of BullMQ's tables in PostgreSQL, such as `palette_queue`. */
  schema: string;
  /**
   * True if jobs only point to rows, from which lost ones are queued again: then PostgreSQL needn't wait
   * for the disk at each step of a job. A crash loses the steps of the last half second.
   */
  mayLose?: boolean;
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
  const { redisUrl, databaseUrl, schema, mayLose = false } = options;
  if (redisUrl === undefined) {
    const connection = createPostgresConnection(databaseUrl, schema, mayLose);
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
