import type { Database } from '@platform/database';
import { eventually } from '@platform/testing';
import type request from 'supertest';

const WAITING = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;

/**
 * Returns the answer when PostgreSQL ends each statement that reads a table, as it does with those
 * that take longer than 20 seconds.
 */
export const whenEnded = async (
  database: Database,
  table: string,
  ask: () => Promise<request.Response>,
): Promise<request.Response> => {
  const lock = await database.transaction();
  try {
    await lock.raw('LOCK TABLE ?? IN ACCESS EXCLUSIVE MODE', [table]);
    let answer: request.Response | undefined;
    const asked = ask().then((given) => (answer = given));
    await eventually(async () => {
      await database.raw(`SELECT pg_cancel_backend(pid) FROM (${WAITING}) AS waiting`);
      expect(answer).toBeDefined();
    });
    return await asked;
  } finally {
    await lock.rollback();
  }
};
