import type { Knex } from 'knex';

export const up = (knex: Knex): Promise<unknown> =>
  knex.schema.createTable('places', (table) => {
    table.increments('id');
  });

export const down = (knex: Knex): Promise<unknown> => knex.schema.dropTable('places');
