import { randomUUID } from 'node:crypto';

import type { Knex } from 'knex';

import type { Database } from './create-database.ts';

/** What became of an attempt to be the one who answers a request. */
export type IdempotencyClaim =
  /** This caller is to do the work, and then to complete or release the claim. */
  | { readonly state: 'claimed'; readonly claim: string }
  /** The work was done before; this was the answer. */
  | { readonly state: 'done'; readonly reply: unknown }
  /** Somebody is at it right now. */
  | { readonly state: 'running' }
  /** The key was used with another request. */
  | { readonly state: 'different' };

/** Remembers the answers to requests that carry an Idempotency-Key. */
export interface IdempotencyStore {
  /**
   * @param scope who sends the request, and where to; a key means something within it only
   * @param fingerprint equal for equal requests
   */
  claim(scope: string, key: string, fingerprint: string): Promise<IdempotencyClaim>;
  complete(claim: string, reply: unknown): Promise<void>;
  /** Gives a claim up, so that the same request may be tried again. */
  release(claim: string): Promise<void>;
}

/** Answers are remembered for this long. */
const KEPT = '24 hours';
/** A claim that is older and has no answer was made by a process that died. */
const ABANDONED = '60 seconds';
/** Claims between two removals of what is out of date. */
const SWEEP_EVERY = 500;

/** Creates the table; for a migration of the service whose schema it is to be in. */
export const createIdempotencyTable = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE idempotency_keys (
      scope text NOT NULL,
      key text NOT NULL,
      fingerprint text NOT NULL,
      claim uuid NOT NULL UNIQUE,
      reply json,
      claimed_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (scope, key)
    );
    CREATE INDEX idempotency_keys_age ON idempotency_keys (claimed_at);
  `);
};

interface IdempotencyRow {
  scope: string;
  key: string;
  fingerprint: string;
  reply: unknown;
}

export const createIdempotencyStore = (database: Database): IdempotencyStore => {
  let claims = 0;

  const sweep = async (): Promise<void> => {
    claims += 1;
    if (claims % SWEEP_EVERY === 0)
      await database('idempotency_keys').whereRaw('claimed_at < now() - ?::interval', [KEPT]).delete();
  };

  return {
    async claim(scope, key, fingerprint) {
      await sweep();
      const claim = randomUUID();
      for (;;) {
        const inserted = await database.raw<{ rowCount: number }>(
          `INSERT INTO idempotency_keys AS known (scope, key, fingerprint, claim) VALUES (?, ?, ?, ?)
           ON CONFLICT (scope, key) DO UPDATE
             SET fingerprint = excluded.fingerprint, claim = excluded.claim, reply = NULL, claimed_at = now()
             WHERE known.claimed_at < now() - ?::interval
                OR (known.reply IS NULL AND known.claimed_at < now() - ?::interval)`,
          [scope, key, fingerprint, claim, KEPT, ABANDONED],
        );
        if (inserted.rowCount === 1) return { state: 'claimed', claim };
        const row = await database<IdempotencyRow>('idempotency_keys').where({ scope, key }).first();
        // Without a row its owner gave it up in between: try again.
        if (row?.fingerprint === fingerprint)
          return row.reply === null ? { state: 'running' } : { state: 'done', reply: row.reply };
        if (row) return { state: 'different' };
      }
    },
    async complete(claim, reply) {
      await database('idempotency_keys')
        .where({ claim })
        .update({ reply: JSON.stringify(reply) });
    },
    async release(claim) {
      await database('idempotency_keys').where({ claim }).delete();
    },
  };
};
