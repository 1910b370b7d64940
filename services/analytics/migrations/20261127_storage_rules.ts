import type { Knex } from 'knex';

/** What an owner decides about what is stored: names of pages, and what is left out. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE websites
      ADD COLUMN IF NOT EXISTS page_rules        text,
      ADD COLUMN IF NOT EXISTS exclude_pages     text,
      ADD COLUMN IF NOT EXISTS exclude_hosts     text,
      ADD COLUMN IF NOT EXISTS exclude_countries text`);
};
