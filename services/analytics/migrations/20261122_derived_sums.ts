import type { Knex } from 'knex';

export const replaces = ['0101_month_sums', '0102_late_writes', '0103_column_blocks', '0104_month_sums_days'];

const NUMBERS = [
  'traits',
  'duration',
  'pageviews',
  'events',
  'engaged',
  'scroll',
  'hits',
  'hit_count',
  'hit_engaged',
  'hit_scroll',
];
const CODES = [
  'entry_page',
  'exit_page',
  'referrer',
  'channel',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'country',
  'region',
  'city',
  'browser',
  'os',
  'device',
  'language',
  'screen',
  'hit_page',
  'hit_name',
];

/**
 * Sums of whole months, and the columns of settled days: both are made from other tables on demand.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE month_sums (
      website_id  integer NOT NULL,
      month       date NOT NULL,
      timezone    text NOT NULL,
      late_writes bigint NOT NULL,
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

  await knex.raw(`
    CREATE TABLE column_blocks (
      writes     bigint NOT NULL,
      website_id integer NOT NULL,
      day        date NOT NULL,
      number     integer NOT NULL,
      version    uuid NOT NULL DEFAULT gen_random_uuid(),
      timezone   text NOT NULL,
      crossing   bigint[] NOT NULL,
      ${[...NUMBERS, ...CODES].map((name) => `${name} bytea NOT NULL`).join(',\n      ')},
      PRIMARY KEY (website_id, day, number)
    )`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(
    'DROP TABLE column_blocks, month_sums_days, month_sums_values, month_sums_pages, month_sums',
  );
};
