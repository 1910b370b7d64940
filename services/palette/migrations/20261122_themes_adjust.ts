import type { Knex } from 'knex';

/** Whether a theme moves the colours that its tokens set. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE themes ADD COLUMN adjust boolean NOT NULL DEFAULT false');
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE themes DROP COLUMN adjust');
};
