import type { Knex } from 'knex';

export const up = (knex: Knex): Promise<unknown> =>
  knex.schema.createTable('things', (table) => {
    table.increments('id');
    table.text('name').notNullable().unique();
  });
