import type { Knex } from 'knex';

/** Deployments are told from other notes. What an earlier version writes is a note. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE annotations
      ADD COLUMN kind text NOT NULL DEFAULT 'note' CHECK (kind IN ('note', 'deployment'))
  `);
};
