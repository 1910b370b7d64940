import { inAmbientTransaction } from './ambient-transaction.ts';
import type { Database } from './create-database.ts';

/**
 * Runs `work` in one transaction. What an exclusive one reads of a record is still true when it
 * changes it: it has waited for all others of its name, and they wait for it. Others run at once.
 */
export type ChangeLock = <Result>(
  lock: { name: string; isExclusive: boolean },
  work: () => Promise<Result>,
) => Promise<Result>;

/** Locks by name, in all processes that share the database. */
export const createChangeLock =
  (database: Database): ChangeLock =>
  ({ name, isExclusive }, work) =>
    inAmbientTransaction(database, async () => {
      const lock = isExclusive ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
      await database.raw(`SELECT ${lock}(hashtextextended(?, 0))`, [name]);
      return work();
    });
