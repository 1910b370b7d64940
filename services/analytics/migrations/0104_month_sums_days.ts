import type { Knex } from 'knex';

/** The days of the months that are summed up, so that totals over years need not read every quarter of an hour. The sums are made again. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE month_sums_days (
      duration_s bigint NOT NULL,
      engaged_ms bigint NOT NULL,
      scroll     bigint NOT NULL,
      website_id integer NOT NULL,
      month      date NOT NULL,
      day        date NOT NULL,
      pageviews  integer NOT NULL,
      visitors   integer NOT NULL,
      visits     integer NOT NULL,
      bounces    integer NOT NULL,
      events     integer NOT NULL,
      PRIMARY KEY (website_id, month, day)
    )`);
  for (const table of ['month_sums_values', 'month_sums_pages', 'month_sums']) await knex(table).delete();
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE month_sums_days');
};
