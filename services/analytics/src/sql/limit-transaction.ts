import type { Database } from '@platform/database';

/** How long a transaction may keep others waiting, as PostgreSQL's texts of times: `3s`. */
export interface TransactionLimits {
  /** Between two statements. An instance that stops there (a frozen host, SIGSTOP) is cut off. */
  readonly idle: string;
  /** For a lock that somebody else holds. */
  readonly wait: string;
}

/** For what others wait for within seconds: hits, above all (docs/adr/0031). */
export const SHORTLY: TransactionLimits = { idle: '2s', wait: '3s' };

/**
 * For work in the background, which may wait for a long statement of another such transaction. What
 * waits in vain is tried again the next time.
 */
export const IN_BACKGROUND: TransactionLimits = { idle: '10s', wait: '60s' };

/** Limits a transaction that holds locks: those of a dead process must not stay. */
export const limitTransaction = async (
  transaction: Pick<Database, 'raw'>,
  { idle, wait }: TransactionLimits,
): Promise<void> => {
  await transaction.raw(
    `SELECT set_config('idle_in_transaction_session_timeout', ?, true), set_config('lock_timeout', ?, true)`,
    [idle, wait],
  );
};
