import type { Knex } from 'knex';

/** Earlier names of a theme's roles and tokens. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`ALTER TABLE themes ADD COLUMN renamed json NOT NULL DEFAULT '{}'`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE themes DROP COLUMN renamed');
};
