import type { Knex } from 'knex';

/**
 * Clicks by element, one row a day. What there are too many of is counted together: elements under an
 * empty selector, pages under an empty page. Bounded in rows per website and day, the table stays on
 * the coordinator of a cluster.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE click_days (
      clicks     bigint NOT NULL,
      website_id integer NOT NULL,
      day        date NOT NULL,
      is_narrow  boolean NOT NULL,
      page       text NOT NULL,
      -- Of the selector, the text's hash and the link.
      element    bytea NOT NULL,
      selector   text NOT NULL,
      text_hash  text NOT NULL,
      link       text NOT NULL,
      PRIMARY KEY (website_id, day, page, is_narrow, element)
    )`);
};
