import type { Knex } from 'knex';

/** What keys have used, by day and area. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('usage', (table) => {
    table.text('organisation_id').notNullable();
    table.date('day').notNullable();
    table.text('key_id').notNullable();
    table.text('area').notNullable();
    table.bigInteger('requests').notNullable().defaultTo(0);
    table.bigInteger('events').notNullable().defaultTo(0);
    table.bigInteger('reports').notNullable().defaultTo(0);
    table.bigInteger('exports').notNullable().defaultTo(0);
    table.primary(['organisation_id', 'day', 'key_id', 'area']);
  });
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('usage');
};
