import type { Knex } from 'knex';

/** The Material scheme that gives a theme its colours beside the brand's. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE themes ADD COLUMN scheme text');
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE themes DROP COLUMN scheme');
};
