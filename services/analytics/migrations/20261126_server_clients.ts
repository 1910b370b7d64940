import type { Knex } from 'knex';

/**
 * What websites need for hits that servers pass on: a key of their own for them, of which only the
 * hash is stored, and the proxies whose word about addresses counts. And how addresses and campaigns
 * are spelled: websites that are there already keep what they have. Of a visit,
 * the events that don't end a bounce and the depth of the present view are kept apart.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE websites
      ADD COLUMN server_key_hash text,
      ADD COLUMN trusted_proxies text,
      ADD COLUMN trailing_slash  text NOT NULL DEFAULT 'keep' CHECK (trailing_slash IN ('keep', 'remove')),
      ADD COLUMN query_order     text NOT NULL DEFAULT 'keep' CHECK (query_order IN ('keep', 'sort')),
      ADD COLUMN campaign_case   text NOT NULL DEFAULT 'keep' CHECK (campaign_case IN ('keep', 'lower'))`);
  await knex.raw(`
    ALTER TABLE visits
      ADD COLUMN passive_events integer NOT NULL DEFAULT 0,
      ADD COLUMN view_scroll    smallint NOT NULL DEFAULT 0`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE visits DROP COLUMN passive_events, DROP COLUMN view_scroll');
  await knex.raw(`
    ALTER TABLE websites
      DROP COLUMN server_key_hash,
      DROP COLUMN trusted_proxies,
      DROP COLUMN trailing_slash,
      DROP COLUMN query_order,
      DROP COLUMN campaign_case`);
};
