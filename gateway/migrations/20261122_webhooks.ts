import type { Knex } from 'knex';

/** Webhooks of organisations, what happened, and the deliveries of one to the other. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('webhooks', (table) => {
    table.text('id').primary();
    table.text('organisation_id').notNullable().references('organisations.id').onDelete('CASCADE').index();
    table.text('url').notNullable();
    table.text('description');
    table.specificType('events', 'text[]').notNullable();
    table.binary('secret').notNullable();
    table.binary('old_secret');
    table.timestamp('old_secret_until');
    table.timestamp('failing_since');
    table.timestamp('disabled_at');
    table.text('disabled_reason');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('updated_at').notNullable().defaultTo(knex.fn.now());
  });
  await knex.schema.createTable('webhook_events', (table) => {
    table.text('id').primary();
    table.text('organisation_id').notNullable().references('organisations.id').onDelete('CASCADE');
    table.text('type').notNullable();
    table.timestamp('occurred_at').notNullable();
    table.jsonb('data').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now()).index();
  });
  await knex.schema.createTable('webhook_deliveries', (table) => {
    table.text('id').primary();
    table.text('webhook_id').notNullable().references('webhooks.id').onDelete('CASCADE');
    table.text('event_id').notNullable().references('webhook_events.id').onDelete('CASCADE').index();
    table.text('status').notNullable();
    table.integer('attempt').notNullable().defaultTo(0);
    table.timestamp('next_attempt_at');
    table.timestamp('delivered_at');
    table.jsonb('attempts').notNullable().defaultTo('[]');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.unique(['webhook_id', 'event_id']);
  });
  await knex.raw(
    `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE status = 'pending'`,
  );
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('webhook_deliveries');
  await knex.schema.dropTable('webhook_events');
  await knex.schema.dropTable('webhooks');
};
