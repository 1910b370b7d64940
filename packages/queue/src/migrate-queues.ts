import { Queue, createPostgresBackend } from 'bullmq';

/** Creates or updates BullMQ's tables in PostgreSQL. Safe to repeat. Redis needs none. */
export const migrateQueues = async (databaseUrl: string, schema: string): Promise<void> => {
  const connection = { connectionString: databaseUrl, schema, migrate: true, max: 1 };
  const queue = new Queue('migration', { connection }, createPostgresBackend);
  try {
    await queue.waitUntilReady();
  } finally {
    await queue.close();
  }
};
