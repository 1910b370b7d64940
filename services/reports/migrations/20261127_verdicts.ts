import type { Knex } from 'knex';

/** Reports repeat at an hour of their own, as sites do. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE schedules
      -- All three or none: without them, a schedule goes on a day or a week after it was made.
      ADD COLUMN weekday  smallint CHECK (weekday BETWEEN 1 AND 7),
      ADD COLUMN hour     smallint CHECK (hour BETWEEN 0 AND 23),
      ADD COLUMN timezone text,
      DROP CONSTRAINT schedules_frequency_check,
      ADD CONSTRAINT schedules_frequency_check CHECK (frequency IN ('daily', 'weekly', 'monthly'));
  `);
};
