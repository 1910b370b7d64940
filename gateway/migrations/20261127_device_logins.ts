import type { Knex } from 'knex';

/** Command lines that wait for somebody to let them in. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('device_logins', (table) => {
    table.text('hash').primary().comment('of the secret by which the command line asks for its key');
    table.text('code').notNullable().unique().comment('what people type into the console');
    table.text('client').notNullable().comment('what the command line calls itself');
    table.text('address').notNullable().comment('where it asked from');
    table.text('state').notNullable().defaultTo('waiting');
    table.timestamp('asked_at').comment('when it last asked for its key');
    table
      .text('organisation_id')
      .references('organisations.id')
      .onDelete('CASCADE')
      .comment('of who let it in');
    table.text('approver').comment('the member or key that let it in');
    table.jsonb('approval').comment('the key that it gets: name, scopes, expiry');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('expires_at').notNullable().index();
    table.check("state IN ('waiting', 'approved', 'denied')", [], 'device_logins_state');
  });
};
