import type { Database } from '@platform/database';

import { limitTransaction } from '../sql/sql.ts';

const PATIENCE_MS = 60_000;

/** Work that takes turns, and begins no further piece once its signal is aborted. */
export type WorkInTurns = (signal: AbortSignal) => Promise<void>;

export interface ExclusivelyOptions {
  /** Ends the work, as when the process is told to stop. */
  signal?: AbortSignal | undefined;
  /** After how long without a sign of life others may begin. */
  patienceMs?: number;
}

/**
 * Runs `work` unless another instance does. Between its pieces it may take as long as it likes, but
 * an instance that stops (a frozen host, SIGSTOP) loses its turn: then it no longer says that it is
 * there. If it goes on after all, its signal is aborted; until it notices, its present piece may run
 * beside another instance, so each piece has to be safe by itself.
 * @param lock key of the advisory lock
 * @returns false if another instance is at it
 * @throws Error if the turn was lost
 */
export const exclusively = (
  database: Database,
  lock: number,
  work: WorkInTurns,
  { signal, patienceMs = PATIENCE_MS }: ExclusivelyOptions = {},
): Promise<boolean> =>
  database.transaction(async (transaction) => {
    await limitTransaction(transaction, { idle: `${patienceMs}ms`, wait: '0' });
    const { rows } = await transaction.raw<{ rows: { locked: boolean }[] }>(
      'SELECT pg_try_advisory_xact_lock(?) AS locked',
      [lock],
    );
    if (!rows[0]?.locked) return false;
    const lost = new AbortController();
    const sayIsThere = (): void => {
      // COMMIT fails as well, and says why.
      transaction.raw('SELECT 1').catch(() => {
        lost.abort();
      });
    };
    const saying = setInterval(sayIsThere, patienceMs / 3);
    try {
      await work(signal === undefined ? lost.signal : AbortSignal.any([signal, lost.signal]));
    } finally {
      clearInterval(saying);
    }
    return true;
  });
