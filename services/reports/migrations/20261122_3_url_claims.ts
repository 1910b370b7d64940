import type { Knex } from 'knex';

export const replaces = ['0001_reports'];

/** Which worker is generating which URL. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE url_claims (
      url_hash   bytea PRIMARY KEY,
      url        text NOT NULL,
      claim      uuid NOT NULL,
      -- Runs in a row that ended without a result, this one included.
      attempt    smallint NOT NULL DEFAULT 1,
      started_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    )`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE url_claims');
};
