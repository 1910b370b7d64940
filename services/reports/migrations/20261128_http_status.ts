import type { Knex } from 'knex';

/** Which status a page failed with, so that a failure can say more than “an error”. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE reports ADD COLUMN http_status smallint');
  await knex.raw('ALTER TABLE report_runs ADD COLUMN http_status smallint');
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE report_runs DROP COLUMN http_status');
  await knex.raw('ALTER TABLE reports DROP COLUMN http_status');
};
