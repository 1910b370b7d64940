import type { Knex } from 'knex';

/**
 * Finds expired exports that still hold a file. Emptied ones are kept for 30 days, and the cleanup
 * read all of them again each time.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE INDEX exports_to_empty ON exports (expires_at) WHERE fingerprint IS NOT NULL OR sha256 IS NOT NULL`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP INDEX exports_to_empty');
};
