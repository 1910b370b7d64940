import { createPostgresBackend, createRedisBackend } from 'bullmq';
import type { BackendFactory, IQueueBackend } from 'bullmq';

/** A backend's factory, and the connection of each role: producers fail fast, workers wait for the server to come back. */
export interface BackendSettings {
  kind: 'redis' | 'postgres';
  factory: BackendFactory<IQueueBackend, unknown>;
  producer: unknown;
  worker: unknown;
}

const retry = (attempt: number): number => Math.min(attempt * 100, 2_000);

/** Redis: a producer's command is refused at once while there is no connection; a worker's waits. */
export const redisSettings = (url: string): BackendSettings => {
  const { hostname, port, username, password, pathname, protocol } = new URL(url);
  const server = {
    // A URL writes an IPv6 address in brackets, a socket doesn't.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 6379),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    db: Number(pathname.slice(1) || 0),
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
    retryStrategy: retry,
  };
  return {
    kind: 'redis',
    factory: createRedisBackend as unknown as BackendFactory<IQueueBackend, unknown>,
    producer: {
      ...server,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: 2_000,
      // BullMQ asks for the version once, and a queue whose question failed would refuse all jobs for ever.
      skipVersionCheck: true,
    },
    worker: { ...server, maxRetriesPerRequest: null },
  };
};

/** PostgreSQL: BullMQ keeps its tables in a schema of their own. */
export const postgresSettings = (url: string, schema: string): BackendSettings => {
  const connection = {
    connectionString: url,
    schema,
    max: 4,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  };
  return {
    kind: 'postgres',
    factory: createPostgresBackend as unknown as BackendFactory<IQueueBackend, unknown>,
    producer: connection,
    worker: connection,
  };
};
