import type { Knex } from 'knex';

/** When the next request of all processes to a host is due (GCRA). */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE host_budgets (
      -- SHA-256 of the purpose and the host name.
      key bytea PRIMARY KEY,
      due timestamptz NOT NULL
    )`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE host_budgets');
};
