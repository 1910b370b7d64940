import type { Database } from './create-database.ts';
import { isWriteFailure } from './failures.ts';

/** Watch on whether a database takes writes, for the readiness of a process. */
export interface WriteWatch {
  /** Rejects when the database can't be read either. Notices a server that has become read-only. */
  readonly check: () => Promise<void>;
  /** Notes a fault of a connection that isn't one of the pool's. */
  readonly note: (error: unknown) => void;
  /** False while writes fail, as with a full disk. */
  readonly canWrite: () => boolean;
}

/** A full disk refuses some writes only, so one that works proves nothing; time does. */
const REMEMBERED_MS = 30_000;

/** Watches the statements of a pool. */
export const watchWrites = (database: Database): WriteWatch => {
  let failedAt = -Infinity;
  const note = (error: unknown): void => {
    if (isWriteFailure(error)) failedAt = performance.now();
  };
  let isReadOnly = false;
  database.on('query-error', note);
  return {
    note,
    async check() {
      const { rows } = await database.raw<{ rows: { setting: string }[] }>(
        "SELECT current_setting('transaction_read_only') AS setting",
      );
      const setting = rows[0]?.setting;
      // Writes that failed because of it work again once it is over.
      if (isReadOnly && setting === 'off') failedAt = -Infinity;
      isReadOnly = setting === 'on';
    },
    canWrite: () => !isReadOnly && performance.now() - failedAt > REMEMBERED_MS,
  };
};
