import type { Knex } from 'knex';

/** Which reports are rendered in a browser, and the pictures of their runs. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE reports ADD COLUMN render boolean NOT NULL DEFAULT false');
  await knex.raw(`
    CREATE TABLE run_screenshots (
      run_id integer NOT NULL REFERENCES report_runs ON DELETE CASCADE,
      device text NOT NULL CHECK (device IN ('desktop', 'phone')),
      -- A JPEG.
      image  bytea NOT NULL,
      PRIMARY KEY (run_id, device)
    )`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE run_screenshots');
  await knex.raw('ALTER TABLE reports DROP COLUMN render');
};
