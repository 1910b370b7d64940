import type { Knex } from 'knex';

/** Browser sessions that stand for a key. Of a session's secret only the SHA-256 is kept. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('sessions', (table) => {
    table.text('hash').primary();
    table.text('key_id').notNullable().references('keys.id').onDelete('CASCADE').index();
    table.text('address');
    table.text('user_agent');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('expires_at').notNullable().index();
  });
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('sessions');
};
