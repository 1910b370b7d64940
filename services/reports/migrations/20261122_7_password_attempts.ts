import type { Knex } from 'knex';

/** How often a page’s password was guessed, for all processes (packages/page-access). */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE password_attempts (
      -- A hash of the page, with or without the address that the guesses came from.
      key     bytea PRIMARY KEY,
      count   integer NOT NULL,
      ends_at timestamptz NOT NULL
    )`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE password_attempts');
};
