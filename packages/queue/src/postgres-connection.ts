import type { PostgresPoolConfig } from 'bullmq';

/**
 * Settings of a connection to BullMQ's tables in PostgreSQL, which are in a schema of their own.
 */
export const createPostgresConnection = (url: string, schema: string): PostgresPoolConfig => ({
  connectionString: url,
  schema,
  max: 4,
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
});
