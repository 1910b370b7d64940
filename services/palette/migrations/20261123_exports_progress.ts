import type { Knex } from 'knex';

/**
 * The worker's progress on an export of many files, in percent; null for exports with a single
 * step.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE exports ADD COLUMN progress smallint');
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE exports DROP COLUMN progress');
};
