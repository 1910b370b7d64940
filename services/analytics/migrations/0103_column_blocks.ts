import type { Knex } from 'knex';

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
  ...['entry_page', 'exit_page', 'referrer', 'channel'],
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'],
  ...['country', 'region', 'city', 'browser', 'os', 'device', 'language', 'screen'],
  ...['hit_page', 'hit_name'],
];

/** Visits and what happened in them, column by column: made from the rows of a day that is over. */
export const up = async (knex: Knex): Promise<void> => {
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
  await knex.raw('DROP TABLE column_blocks');
};
