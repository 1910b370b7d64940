import type { Knex } from 'knex';

/** The language of a schedule's e-mails. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE schedules
      ADD COLUMN IF NOT EXISTS language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'de'))`);
};
