import type { Knex } from 'knex';

export const config = { transaction: false };

export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS things_by_name');
  await knex.raw('CREATE INDEX CONCURRENTLY things_by_name ON things (name)');
};
