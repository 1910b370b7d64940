import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '@platform/runtime';

/** A database that has just been started, or started again, needs seconds; one that crashed may read its log. */
const PATIENCE_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 250;

/** Nothing listens yet, or what listens says that it is starting or stopping. */
const isStarting = (error: unknown): boolean => {
  const { code, errors } = error as { code?: string; errors?: readonly unknown[] };
  return code === 'ECONNREFUSED' || code === '57P03' || errors?.some(isStarting) === true;
};

const greet = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A connection that is lost before it is closed is no fault here.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => undefined);
  }
};

/**
 * Waits until the server at `url` lets its client in: while nothing listens there, or it says that it is starting
 * (57P03), for `patienceMilliseconds` at most. Any other fault ends the wait at once.
 * @param logger told once that there is something to wait for
 * @throws the last fault
 */
export const waitForPostgres = async (
  url: string,
  logger: Logger,
  patienceMilliseconds = PATIENCE_MILLISECONDS,
): Promise<void> => {
  const end = performance.now() + patienceMilliseconds;
  for (let attempt = 1; ; attempt += 1)
    try {
      await greet(url);
      return;
    } catch (error) {
      if (!isStarting(error) || performance.now() >= end) throw error;
      if (attempt === 1) logger.warn({ err: error }, 'waiting for PostgreSQL');
      await pause(PAUSE_MILLISECONDS);
    }
};
