import { inAmbientTransaction } from './ambient-transaction.ts';
import type { Database } from './create-database.ts';

/** An answer that was kept. */
export interface KeptAnswer {
  /** Of the request that it answers; equal for equal requests. */
  readonly fingerprint: Buffer;
  /** Encrypted; null where the request was answered, but its answer can't be repeated. */
  readonly answer: Buffer | null;
}

/** Keeps the answers to requests that carry an Idempotency-Key. */
export interface IdempotencyStore {
  /** Runs `work` in one transaction with what `claim` and `keep` write in it. */
  inTransaction<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Claims a key for the present transaction, after waiting for another one that has claimed it.
   * @returns undefined if this transaction is the one to do the work; else what was kept
   * @throws PostgreSQL's 55P03 if the other transaction takes longer than `waitMilliseconds`
   */
  claim(keyHash: Buffer, fingerprint: Buffer, waitMilliseconds: number): Promise<KeptAnswer | undefined>;
  /** Keeps the answer to a claimed key. */
  keep(keyHash: Buffer, answer: Buffer): Promise<void>;
  /** Removes answers that are out of date. */
  sweep(): Promise<void>;
}

/**
 * The table of the store, for the first migration of a service. Never change it: databases that
 * have the table don't notice. What it lacks is added by a migration of each service.
 */
export const IDEMPOTENCY_TABLE = `
  CREATE TABLE idempotency_answers (
    -- SHA-256 of the key and whose it is. The answer is encrypted under the key, which isn't
    -- stored.
    key_hash    bytea PRIMARY KEY,
    -- Of the request, so that the key isn't used for another one.
    fingerprint bytea NOT NULL,
    -- Null while the request runs, and where its answer can't be repeated.
    answer      bytea,
    claimed_at  timestamptz NOT NULL DEFAULT now()
  );
  -- Finds the answers that are older than a day.
  CREATE INDEX idempotency_answers_age ON idempotency_answers (claimed_at);
`;

/** Answers are kept for this long. */
const KEPT = '24 hours';

export const createIdempotencyStore = (database: Database): IdempotencyStore => ({
  inTransaction: (work) => inAmbientTransaction(database, work),
  claim: async (keyHash, fingerprint, waitMilliseconds) => {
    await database.raw(`SET LOCAL lock_timeout = ${Math.ceil(waitMilliseconds)}`);
    const claimed = await database.raw<{ rowCount: number }>(
      `INSERT INTO idempotency_answers AS known (key_hash, fingerprint) VALUES (?, ?)
       ON CONFLICT (key_hash) DO UPDATE
         SET fingerprint = excluded.fingerprint, answer = NULL, claimed_at = now()
         WHERE known.claimed_at < now() - ?::interval`,
      [keyHash, fingerprint, KEPT],
    );
    await database.raw('SET LOCAL lock_timeout = DEFAULT');
    if (claimed.rowCount === 1) return undefined;
    return database('idempotency_answers')
      .where({ key_hash: keyHash })
      .first<KeptAnswer>('fingerprint', 'answer');
  },
  keep: async (keyHash, answer) => {
    await database('idempotency_answers').where({ key_hash: keyHash }).update({ answer });
  },
  sweep: async () => {
    await database('idempotency_answers').whereRaw('claimed_at < now() - ?::interval', [KEPT]).delete();
  },
});
