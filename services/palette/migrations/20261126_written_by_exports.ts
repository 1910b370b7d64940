import type { Knex } from 'knex';

/** How many tokens a file has, and what its format couldn't hold. Earlier files don't say. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE exports ADD COLUMN written integer, ADD COLUMN left_out jsonb');
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE exports DROP COLUMN written, DROP COLUMN left_out');
};
