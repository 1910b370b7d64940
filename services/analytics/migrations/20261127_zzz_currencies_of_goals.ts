import type { Knex } from 'knex';

/** Goals of revenue have a currency. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`ALTER TABLE goals ADD COLUMN currency text CHECK (currency ~ '^[A-Z]{3}$')`);
};
