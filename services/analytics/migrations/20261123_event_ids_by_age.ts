import type { Knex } from 'knex';

/** The table may be large, and hits with ids go on being stored while the index is built. */
export const config = { transaction: false };

/**
 * The hourly sweep finds the ids that are too old without reading all others. BRIN never narrows
 * its ranges: after 32 days of removals it read the whole table.
 */
export const up = async (knex: Knex): Promise<void> => {
  // Left behind, and no good, where this was ended halfway.
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS event_ids_seen_at');
  await knex.raw('CREATE INDEX CONCURRENTLY event_ids_seen_at ON event_ids (seen_at)');
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP INDEX event_ids_seen_at');
};
