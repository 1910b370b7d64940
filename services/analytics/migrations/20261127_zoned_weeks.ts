import type { Knex } from 'knex';

/** The day on which a website's weeks begin, also as it was when its next digest was scheduled. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE websites ADD COLUMN week_start text NOT NULL DEFAULT 'monday'
      CHECK (week_start IN ('monday', 'sunday'));
    ALTER TABLE email_schedules ADD COLUMN week_start text NOT NULL DEFAULT 'monday'`);
};
