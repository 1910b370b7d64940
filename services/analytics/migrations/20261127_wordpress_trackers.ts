import type { Knex } from 'knex';

/**
 * How a website's script is set up by a plug-in of Plausible's. What isn't asked for has its default, and
 * most websites have no row.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE tracker_configurations (
      website_id         integer PRIMARY KEY REFERENCES websites ON DELETE CASCADE,
      hash_based_routing boolean NOT NULL DEFAULT false,
      outbound_links     boolean NOT NULL DEFAULT false,
      file_downloads     boolean NOT NULL DEFAULT false,
      form_submissions   boolean NOT NULL DEFAULT false,
      installation_type  text NOT NULL DEFAULT 'manual'
    )`);
};
