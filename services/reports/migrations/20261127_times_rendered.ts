import type { Knex } from 'knex';

/** Reports whose page is rendered several times, or on a desktop too; pictures of a filmstrip. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE reports
      -- How many times the page is rendered for one result.
      ADD COLUMN passes smallint NOT NULL DEFAULT 1 CHECK (passes IN (1, 3, 5)),
      -- Whether it is measured as a desktop, too.
      ADD COLUMN desktop boolean NOT NULL DEFAULT false;
    ALTER TABLE run_screenshots DROP CONSTRAINT run_screenshots_device_check;
    ALTER TABLE run_screenshots ADD CONSTRAINT run_screenshots_device_check
      CHECK (device IN ('desktop', 'phone') OR device ~ '^frame-[0-7]$');
  `);
};
