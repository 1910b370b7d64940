import { Queue, createPostgresBackend } from 'bullmq';
import type { PostgresQueueBackend } from 'bullmq';

/** Creates or updates BullMQ's tables in PostgreSQL. Safe to repeat; not needed on Redis. */
export const migrateQueues = async (databaseUrl: string, schema: string): Promise<void> => {
  const connection = { connectionString: databaseUrl, schema, migrate: true, max: 1 };
  const queue = new Queue<
    unknown,
    unknown,
    string,
    unknown,
    unknown,
    string,
    PostgresQueueBackend,
    typeof connection
  >('migration', { connection }, createPostgresBackend);
  try {
    await queue.waitUntilReady();
  } finally {
    await queue.close();
  }
};
