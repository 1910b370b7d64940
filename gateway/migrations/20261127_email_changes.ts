import type { Knex } from 'knex';

/** New addresses that wait for a proof, and the language in which people are mailed. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('email_changes', (table) => {
    // The last one that was asked for counts.
    table.text('account_id').primary().references('accounts.id').onDelete('CASCADE');
    table
      .text('hash')
      .notNullable()
      .unique()
      .comment('of the secret that only a mail to the new address holds');
    table.text('email').notNullable();
    table.integer('generation').notNullable().comment('of the account: a new password ends the change');
    table.timestamp('expires_at').notNullable();
  });
  await knex.schema.alterTable('accounts', (table) => {
    table.text('language').notNullable().defaultTo('en').comment('of the browser that last signed in');
  });
};
