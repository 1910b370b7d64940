import type { Knex } from 'knex';

/** When an organisation's sites were crawled last: organisations take turns. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('CREATE INDEX sites_turns ON sites (organisation, updated_at) WHERE started_at IS NOT NULL');
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP INDEX sites_turns');
};
