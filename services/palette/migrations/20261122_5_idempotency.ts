import type { Knex } from 'knex';

/**
 * Answers to requests with an Idempotency-Key, encrypted under that key, of which only a hash is
 * kept.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE IF EXISTS idempotency_keys');
  await knex.raw(`
    CREATE TABLE idempotency_answers (
      key_hash bytea PRIMARY KEY,
      fingerprint bytea NOT NULL,
      answer bytea,
      claimed_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX idempotency_answers_age ON idempotency_answers (claimed_at);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE idempotency_answers');
};
