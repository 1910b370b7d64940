import type { Knex } from 'knex';

/** What happened, until the gateway has taken it to tell the organisation's webhooks. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('outbox', (table) => {
    table.bigIncrements('position');
    table.text('id').notNullable().unique();
    table.text('organisation').notNullable();
    table.text('type').notNullable();
    table.jsonb('data').notNullable();
    table.timestamp('occurred_at').notNullable().defaultTo(knex.fn.now());
  });
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('outbox');
};
