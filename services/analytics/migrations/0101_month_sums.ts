import type { Knex } from 'knex';

/** Sums of whole months, made from the daily rollups when somebody looks back further than a few weeks. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE month_sums (
      website_id integer NOT NULL,
      month      date NOT NULL,
      timezone   text NOT NULL,
      checksum   numeric NOT NULL,
      PRIMARY KEY (website_id, month)
    )`);
  await knex.raw(`
    CREATE TABLE month_sums_pages (
      engaged_ms bigint NOT NULL,
      scroll     bigint NOT NULL,
      website_id integer NOT NULL,
      month      date NOT NULL,
      page_id    integer NOT NULL,
      pageviews  integer NOT NULL,
      visitors   integer NOT NULL,
      entries    integer NOT NULL,
      exits      integer NOT NULL,
      PRIMARY KEY (website_id, month, page_id)
    )`);
  await knex.raw(`
    CREATE TABLE month_sums_values (
      website_id integer NOT NULL,
      month      date NOT NULL,
      value_id   integer NOT NULL,
      visitors   integer NOT NULL,
      visits     integer NOT NULL,
      hits       integer NOT NULL,
      dimension  smallint NOT NULL,
      PRIMARY KEY (website_id, dimension, month, value_id)
    )`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE month_sums_values, month_sums_pages, month_sums');
};
