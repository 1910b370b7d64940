import { createPostgresBackend, createRedisBackend } from 'bullmq';
import type { BackendFactory, IQueueBackend, PostgresPoolConfig } from 'bullmq';
import { Redis } from 'ioredis';

import { pauseAfterFault } from './pause-after-fault.ts';

/** A Redis client, or the settings of a PostgreSQL pool. */
export type QueueConnection = Redis | PostgresPoolConfig;

/** Tells BullMQ how to talk to a connection: the last argument of `new Queue` and `new Worker`. */
export const queueBackend: BackendFactory<IQueueBackend, QueueConnection> = (name, options, roles) => {
  const { connection } = options;
  return pauseAfterFault(
    connection instanceof Redis
      ? // BullMQ asks for the version once. If that fails, the queue would refuse every later job.
        createRedisBackend(name, { ...options, connection, skipVersionCheck: true }, roles)
      : createPostgresBackend(name, { ...options, connection }, roles),
  );
};
