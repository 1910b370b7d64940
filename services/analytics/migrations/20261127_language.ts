import type { Knex } from 'knex';

/** The language of a website's e-mails. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE websites
      ADD COLUMN IF NOT EXISTS language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'de'))`);
};
