import type { Knex } from 'knex';

/** Migrations of earlier versions that this one stands for. */
export const replaces = ['0001_keys'];

/** Organisations, their API keys and the audit log. Keys are stored as their SHA-256 only. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('organisations', (table) => {
    table.text('id').primary();
    table.text('name').notNullable().unique();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });
  await knex.schema.createTable('keys', (table) => {
    table.text('id').primary();
    table.text('organisation_id').notNullable().references('organisations.id').onDelete('CASCADE');
    table.text('name').notNullable();
    table.text('hash').notNullable().unique();
    table.text('last_four').notNullable();
    table.specificType('scopes', 'text[]').notNullable();
    table.integer('rate_limit').comment('requests a minute; null for the default');
    table.timestamp('expires_at');
    table.timestamp('revoked_at');
    table.text('replaces').comment('the key that this one replaced');
    table.timestamp('last_used_at');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.index(['organisation_id', 'id']);
  });
  // No foreign key: the audit log outlives the keys.
  await knex.schema.createTable('key_events', (table) => {
    table.bigIncrements('id');
    table.text('key_id').notNullable().index();
    table.text('organisation_id').notNullable();
    table.text('action').notNullable();
    table.text('actor').notNullable().comment('id of the key that made the change, or `cli`');
    table.text('request_id');
    table.jsonb('details').notNullable().defaultTo('{}');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });
  // A trigger announces every change, including those made by hand in psql.
  await knex.raw(`
    CREATE FUNCTION announce_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('gateway_keys',
        CASE WHEN TG_OP = 'DELETE' OR NEW.revoked_at IS NOT NULL THEN 'revoked ' ELSE 'changed ' END || OLD.id);
      RETURN NULL;
    END $$`);
  await knex.raw(`
    CREATE TRIGGER announce_key_change
    AFTER DELETE OR UPDATE OF organisation_id, hash, scopes, rate_limit, expires_at, revoked_at ON keys
    FOR EACH ROW EXECUTE FUNCTION announce_key_change()`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('key_events');
  await knex.schema.dropTable('keys');
  await knex.schema.dropTable('organisations');
  await knex.raw('DROP FUNCTION announce_key_change()');
};
