import type { Knex } from 'knex';

/**
 * Since when nothing has referred to a text of the dictionary; null for those in use. The sweep
 * removes what stays idle for long enough, and notes when it is to look at a website again.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE dictionary ADD COLUMN idle_since timestamptz');
  await knex.raw('ALTER TABLE dictionary_heads ADD COLUMN sweep_at timestamptz');
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE dictionary_heads DROP COLUMN sweep_at');
  await knex.raw('ALTER TABLE dictionary DROP COLUMN idle_since');
};
