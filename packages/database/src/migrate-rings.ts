import type { Database } from './create-database.ts';

const LOOK_AGAIN_MS = 250;

/** Names a lock of `pg_advisory_xact_lock`: a number, and a text that is hashed. */
export interface LockName {
  readonly namespace: number;
  readonly key: string;
}

/**
 * Processes of version 0.2.0 and older wait for the migrations' lock in PostgreSQL, with a snapshot.
 * An index that is built without locking its table waits for that snapshot. And the build holds the
 * lock, though on another connection, so PostgreSQL doesn't see the ring. Ends such a build.
 *
 * Looks from a third connection: in the transaction of the lock, the look would have a snapshot, which
 * the build waits for until that transaction ends, though it ends after the build.
 */
const endRing = async (database: Database, holder: number, name: LockName): Promise<boolean> => {
  const { rows } = await database.raw<{ rows: unknown[] }>(
    `SELECT pg_cancel_backend(builder.pid) FROM pg_locks AS own
     JOIN pg_locks AS waiter ON waiter.locktype = 'advisory' AND NOT waiter.granted AND waiter.database = own.database
       AND (waiter.classid, waiter.objid, waiter.objsubid) = (own.classid, own.objid, own.objsubid)
     JOIN pg_stat_activity AS builder ON builder.wait_event = 'virtualxid' AND waiter.pid = ANY (pg_blocking_pids(builder.pid))
     WHERE own.pid = ? AND own.locktype = 'advisory' AND own.granted
       AND own.classid::bigint = ? AND own.objid::bigint = hashtext(?)::bigint & 4294967295`,
    [holder, name.namespace, name.key],
  );
  return rows.length > 0;
};

/**
 * Runs work while the connection `holder` has an advisory lock, and ends statements of it that wait
 * for somebody who waits for that lock.
 * @param holder number of the connection's process in PostgreSQL
 * @returns what the work returned, or undefined if it failed because of that: then end the
 *   holder's transaction, so that the other has its turn, and try again
 */
export const withoutRings = async <Result>(
  database: Database,
  holder: number,
  name: LockName,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result } | undefined> => {
  let hasEnded = Promise.resolve(false);
  const look = async (before: boolean): Promise<boolean> =>
    // A failure shows in the work, too, or in the end of the holder's transaction.
    (await endRing(database, holder, name).catch(() => false)) || before;
  const timer = setInterval(() => {
    hasEnded = hasEnded.then(look);
  }, LOOK_AGAIN_MS);
  try {
    return { result: await work() };
  } catch (error) {
    if ((await hasEnded) && (error as { code?: unknown } | null)?.code === '57014') return undefined;
    throw error;
  } finally {
    clearInterval(timer);
    await hasEnded;
  }
};
