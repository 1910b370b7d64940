import type { Knex } from 'knex';

/**
 * Limits per organisation, counts that outlive a rotation, address lists, and where changes came
 * from.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('organisations', (table) => {
    table.integer('rate_limit').comment('requests a minute of all keys together; null for the default');
  });
  await knex.schema.alterTable('keys', (table) => {
    table.text('limit_id').comment('id under which requests are counted; null for the own id');
    table.specificType('allowed_addresses', 'text[]').comment('addresses and CIDRs; null for all');
    table.text('last_used_address');
  });
  await knex.schema.alterTable('key_events', (table) => {
    table.text('address').comment('where the change came from');
    table.index(['organisation_id', 'id']);
  });
  await knex.raw('DROP TRIGGER announce_key_change ON keys');
  await knex.raw(`
    CREATE TRIGGER announce_key_change
    AFTER DELETE OR UPDATE OF organisation_id, hash, scopes, rate_limit, limit_id, allowed_addresses,
      expires_at, revoked_at ON keys
    FOR EACH ROW EXECUTE FUNCTION announce_key_change()`);
  await knex.raw(`
    CREATE FUNCTION announce_organisation_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('gateway_keys', 'changed ' || id) FROM keys WHERE organisation_id = NEW.id;
      RETURN NULL;
    END $$`);
  await knex.raw(`
    CREATE TRIGGER announce_organisation_change
    AFTER UPDATE OF rate_limit ON organisations
    FOR EACH ROW EXECUTE FUNCTION announce_organisation_change()`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TRIGGER announce_organisation_change ON organisations');
  await knex.raw('DROP FUNCTION announce_organisation_change()');
  await knex.raw('DROP TRIGGER announce_key_change ON keys');
  await knex.raw(`
    CREATE TRIGGER announce_key_change
    AFTER DELETE OR UPDATE OF organisation_id, hash, scopes, rate_limit, expires_at, revoked_at ON keys
    FOR EACH ROW EXECUTE FUNCTION announce_key_change()`);
  await knex.schema.alterTable('key_events', (table) => {
    table.dropIndex(['organisation_id', 'id']);
    table.dropColumn('address');
  });
  await knex.schema.alterTable('keys', (table) => {
    table.dropColumns('limit_id', 'allowed_addresses', 'last_used_address');
  });
  await knex.schema.alterTable('organisations', (table) => {
    table.dropColumn('rate_limit');
  });
};
