import type { Knex } from 'knex';

/** Accounts of people who sign in here, and the links by which they get one or get back into it. */
export const accounts = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('accounts', (table) => {
    table.text('id').primary();
    table.text('email').notNullable().comment('as people see it, and where mail goes');
    table.text('email_key').notNullable().unique().comment('the form in which addresses are compared');
    table.timestamp('email_verified_at').comment('when a link was used that only a mail held');
    table.text('name');
    table.text('password_hash').comment('null: passkeys only');
    table.text('totp_secret').comment('sealed');
    table.text('totp_pending').comment('sealed; becomes the secret with the first right code');
    table.bigInteger('totp_step').comment('of the last code that was taken, as none is taken twice');
    table.timestamp('second_factor_at').comment('since when a password alone is not enough');
    table
      .integer('generation')
      .notNullable()
      .defaultTo(0)
      .comment('grows with each change that ends sign-ins under way');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });
  await knex.schema.createTable('passkeys', (table) => {
    table.text('id').primary();
    table.text('account_id').notNullable().references('accounts.id').onDelete('CASCADE').index();
    table.text('credential_id').notNullable().unique();
    table.binary('public_key').notNullable();
    table.bigInteger('counter').notNullable();
    table.specificType('transports', 'text[]').notNullable();
    table.text('name').notNullable();
    table.boolean('is_synced').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('last_used_at');
  });
  await knex.schema.createTable('recovery_codes', (table) => {
    table.text('hash').primary();
    table.text('account_id').notNullable().references('accounts.id').onDelete('CASCADE').index();
  });
  // Of a link only the SHA-256 is kept. It holds as long as the invitation.
  await knex.schema.createTable('invitation_links', (table) => {
    table.text('hash').primary();
    table.text('member_id').notNullable().references('members.id').onDelete('CASCADE').index();
    table.boolean('is_mailed').notNullable().comment('only the invited address got it');
  });
  await knex.schema.createTable('reset_links', (table) => {
    table.text('hash').primary();
    table.text('account_id').notNullable().references('accounts.id').onDelete('CASCADE').index();
    table.text('organisation_id').comment('whose owner made it; null: it was mailed');
    table.timestamp('expires_at').notNullable().index();
  });
  // A challenge travels with its request; it is written down once it was answered.
  await knex.schema.createTable('answered_challenges', (table) => {
    table.text('hash').primary();
    table.timestamp('ends_at').notNullable().index();
  });
  await knex.raw(`
    CREATE TABLE password_attempts (
      -- A hash of the account, with or without the address that the guesses came from.
      key     bytea PRIMARY KEY,
      count   integer NOT NULL,
      ends_at timestamptz NOT NULL
    )`);
  // An account lives as long as it belongs somewhere, however the last membership ends.
  await knex.raw(`
    CREATE FUNCTION forget_account() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM accounts WHERE id = OLD.subject
        AND NOT EXISTS (SELECT FROM members WHERE issuer = 'local' AND subject = OLD.subject);
      RETURN NULL;
    END $$`);
  await knex.raw(`
    CREATE TRIGGER forget_account AFTER DELETE ON members
    FOR EACH ROW WHEN (OLD.issuer = 'local') EXECUTE FUNCTION forget_account()`);
};
