import type { Knex } from 'knex';

/** Members of organisations, their sessions, and codes that are traded for a session once. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('members', (table) => {
    table.text('id').primary();
    table.text('organisation_id').notNullable().references('organisations.id').onDelete('CASCADE');
    table.text('email').notNullable().comment('who was invited; later what the provider verified');
    table.text('name');
    table.text('role').notNullable();
    table.text('issuer').comment('with the subject, who the member is; null until they have joined');
    table.text('subject');
    table.timestamp('invited_until');
    table.timestamp('joined_at');
    table.timestamp('last_login_at');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.unique(['issuer', 'subject', 'organisation_id']);
    table.index(['organisation_id', 'id']);
    table.check('(issuer IS NULL) = (subject IS NULL)');
  });
  await knex.raw(
    'CREATE UNIQUE INDEX members_invited ON members (lower(email), organisation_id) WHERE subject IS NULL',
  );
  await knex.schema.alterTable('sessions', (table) => {
    // Null for the sessions of an older version, which end within 12 hours.
    table.text('id').unique();
    table.setNullable('key_id');
    table.text('member_id').references('members.id').onDelete('CASCADE').index();
    table.timestamp('last_seen_at').comment('accurate to a minute');
    table.check('num_nonnulls(key_id, member_id) = 1', [], 'sessions_stand_for_one');
  });
  await knex.schema.createTable('sign_in_codes', (table) => {
    table.text('hash').primary();
    table.text('key_id').notNullable().references('keys.id').onDelete('CASCADE').index();
    table.timestamp('expires_at').notNullable().index();
  });
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('sign_in_codes');
  await knex('sessions').whereNull('key_id').delete();
  await knex.schema.alterTable('sessions', (table) => {
    table.dropChecks(['sessions_stand_for_one']);
    table.dropColumns('id', 'member_id', 'last_seen_at');
    table.dropNullable('key_id');
  });
  await knex.schema.dropTable('members');
};
