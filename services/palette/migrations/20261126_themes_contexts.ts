import type { Knex } from 'knex';

/** What a theme's tokens say of its modes. Earlier themes say nothing. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`ALTER TABLE themes ADD COLUMN contexts jsonb NOT NULL DEFAULT '[]'`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE themes DROP COLUMN contexts');
};
