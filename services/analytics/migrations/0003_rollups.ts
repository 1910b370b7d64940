import type { Knex } from 'knex';

/** Sums that the writer keeps in the same transaction as the raw rows. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE rollup_quarters (
      bucket     timestamptz NOT NULL,
      duration_s bigint NOT NULL,
      engaged_ms bigint NOT NULL,
      scroll     bigint NOT NULL,
      website_id integer NOT NULL,
      pageviews  integer NOT NULL,
      visitors   integer NOT NULL,
      visits     integer NOT NULL,
      bounces    integer NOT NULL,
      events     integer NOT NULL,
      PRIMARY KEY (website_id, bucket)
    ) WITH (fillfactor = 70)`);
  await knex.raw(`
    CREATE TABLE rollup_pages (
      engaged_ms bigint NOT NULL,
      scroll     bigint NOT NULL,
      website_id integer NOT NULL,
      day        date NOT NULL,
      page_id    integer NOT NULL,
      pageviews  integer NOT NULL,
      visitors   integer NOT NULL,
      entries    integer NOT NULL,
      exits      integer NOT NULL,
      PRIMARY KEY (website_id, day, page_id)
    ) WITH (fillfactor = 70)`);
  await knex.raw(`
    CREATE TABLE rollup_values (
      website_id integer NOT NULL,
      day        date NOT NULL,
      value_id   integer NOT NULL,
      visitors   integer NOT NULL,
      visits     integer NOT NULL,
      hits       integer NOT NULL,
      dimension  smallint NOT NULL,
      PRIMARY KEY (website_id, dimension, day, value_id)
    ) WITH (fillfactor = 70)`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE rollup_values, rollup_pages, rollup_quarters');
};
