import type { Knex } from 'knex';

/** What an import left out, for whoever made it. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE imports ADD COLUMN note text');
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE imports DROP COLUMN note');
};
