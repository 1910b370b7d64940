/** How long a writer waits, in milliseconds. */
export interface WriterTimeouts {
  /** A batch takes no longer; its hits are refused then. */
  readonly batch: number;
  /** PostgreSQL's own, for the writer's connections. */
  readonly settings: Readonly<Record<keyof typeof WRITER_TIMEOUTS, number>>;
}

/**
 * PostgreSQL's time-outs for the writer's connections, in milliseconds.
 *
 * An instance that stops in mid-batch (a frozen host, SIGSTOP) holds the locks of its websites.
 * PostgreSQL ends its transaction after three idle seconds, so that patient writers get the locks
 * before their own patience ends.
 */
export const WRITER_TIMEOUTS = {
  idle_in_transaction_session_timeout: 3_000,
  lock_timeout: 4_000,
  statement_timeout: 5_000,
  tcp_user_timeout: 5_000,
} as const;

/** Somebody waits for the answer. */
export const LIVE_TIMEOUTS: WriterTimeouts = { batch: 5_000, settings: WRITER_TIMEOUTS };

const A_MINUTE = 60_000;
const TEN_MINUTES = 600_000;

/**
 * For a bulk load, which ends with its first batch that fails: nobody waits for an answer, its batches
 * are large, and a busy server takes its time for them.
 */
export const BULK_TIMEOUTS: WriterTimeouts = {
  batch: TEN_MINUTES,
  settings: {
    idle_in_transaction_session_timeout: A_MINUTE,
    lock_timeout: TEN_MINUTES,
    statement_timeout: TEN_MINUTES,
    tcp_user_timeout: A_MINUTE,
  },
};
