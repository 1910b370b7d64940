import type { Knex } from 'knex';

/** The request that a job was made for, so that the log finds one by the other. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('imports', (table) => {
    table.text('request_id');
  });
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('imports', (table) => {
    table.dropColumn('request_id');
  });
};
