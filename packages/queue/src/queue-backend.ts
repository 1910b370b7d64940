import { createPostgresBackend, createRedisBackend } from 'bullmq';
import type { BackendFactory, IQueueBackend, PostgresPoolConfig } from 'bullmq';
import { isRedisClient } from '@platform/redis';
import type { RedisClient } from '@platform/redis';

import { forgetFailedContact } from './forget-failed-contact.ts';
import { pauseAfterFault } from './pause-after-fault.ts';

/** A Redis client, or the settings of a PostgreSQL pool. */
export type QueueConnection = RedisClient | PostgresPoolConfig;

/** BullMQ's scripts touch several keys of a queue: a cluster has to keep them in one place. */
const CLUSTER_PREFIX = '{bull}';

/** Tells BullMQ how to talk to a connection: the last argument of `new Queue` and `new Worker`. */
export const queueBackend: BackendFactory<IQueueBackend, QueueConnection> = (name, options, roles) => {
  const { connection } = options;
  if (!isRedisClient(connection))
    return pauseAfterFault(
      forgetFailedContact(createPostgresBackend(name, { ...options, connection }, roles)),
    );
  // BullMQ asks for the version once. If that fails, the queue would refuse every later job.
  const redis = { ...options, connection, skipVersionCheck: true };
  const prefix = connection.isCluster ? { prefix: CLUSTER_PREFIX } : {};
  return pauseAfterFault(createRedisBackend(name, { ...redis, ...prefix }, roles));
};
