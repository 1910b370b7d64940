import type { Knex } from 'knex';

export const replaces = ['0001_things', '0002_colors'];

export const up = (knex: Knex): Promise<unknown> =>
  knex.schema.createTable('things', (table) => {
    table.increments('id');
    table.text('name').notNullable().unique();
    table.text('color');
  });

export const down = (knex: Knex): Promise<unknown> => knex.schema.dropTable('things');
