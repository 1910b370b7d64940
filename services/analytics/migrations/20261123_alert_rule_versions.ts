import type { Knex } from 'knex';

/**
 * Counts the changes of an alert's rule: what the rule before told doesn't keep the new one silent.
 * A process of an older version leaves it as it is.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE alerts ADD COLUMN rule_version integer NOT NULL DEFAULT 1');
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE alerts DROP COLUMN rule_version');
};
