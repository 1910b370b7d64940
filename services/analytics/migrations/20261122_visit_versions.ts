import type { Knex } from 'knex';

/**
 * Versions of browsers and operating systems, beside their names. Earlier visits have none. Blocks
 * without them are rebuilt; the columns stay nullable while processes of the previous version still
 * write blocks.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE visits
      ADD COLUMN browser_version_id integer NOT NULL DEFAULT 0,
      ADD COLUMN os_version_id integer NOT NULL DEFAULT 0`);
  await knex.raw('ALTER TABLE column_blocks ADD COLUMN browser_version bytea, ADD COLUMN os_version bytea');
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE column_blocks DROP COLUMN browser_version, DROP COLUMN os_version');
  await knex.raw('ALTER TABLE visits DROP COLUMN browser_version_id, DROP COLUMN os_version_id');
};
