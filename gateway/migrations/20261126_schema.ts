import { IDEMPOTENCY_TABLE } from '@platform/database';
import type { Knex } from 'knex';

import { accounts } from './20261126_schema/accounts.ts';

/**
 * The schema of the gateway. Ids are TypeIDs (`key_…`, `mbr_…`), which sort by time, so that a list
 * by `(organisation_id, id)` is a list by age. Of secrets that come back (keys, sessions, codes)
 * only the SHA-256 is stored.
 */
export const up = async (knex: Knex): Promise<void> => {
  await organisationsAndKeys(knex);
  await announcements(knex);
  await membersAndSessions(knex);
  await usage(knex);
  await webhooks(knex);
  await accounts(knex);
  await knex.raw(IDEMPOTENCY_TABLE);
};

const organisationsAndKeys = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('organisations', (table) => {
    table.text('id').primary();
    table.text('name').notNullable().unique();
    table.integer('rate_limit').comment('requests a minute of all keys together; null for the default');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });

  await knex.schema.createTable('keys', (table) => {
    table.text('id').primary();
    table.text('organisation_id').notNullable().references('organisations.id').onDelete('CASCADE');
    table.text('name').notNullable();
    table.text('hash').notNullable().unique();
    // By which people recognise a key that nobody can show them any more.
    table.text('last_four').notNullable();
    table.specificType('scopes', 'text[]').notNullable();
    table.integer('rate_limit').comment('requests a minute; null for the default');
    table.text('limit_id').comment('id under which requests are counted; null for the own id');
    table.specificType('allowed_addresses', 'text[]').comment('addresses and CIDRs; null for all');
    // Null for a key that doesn't expire.
    table.timestamp('expires_at');
    // A revoked key stays, so that its id still means something in the log and in what it made.
    table.timestamp('revoked_at');
    table.text('replaces').comment('the key that this one replaced');
    table.timestamp('last_used_at');
    table.text('last_used_address');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.index(['organisation_id', 'id']);
  });

  // The audit log of keys and members. Without foreign keys: it outlives what it is about.
  await knex.schema.createTable('key_events', (table) => {
    table.bigIncrements('id');
    // Of a key, or of a member.
    table.text('key_id').notNullable().index();
    table.text('organisation_id').notNullable();
    table.text('action').notNullable();
    table.text('actor').notNullable().comment('id of the key that made the change, or `cli`');
    // Null for what was done on the command line.
    table.text('request_id');
    table.text('address').comment('where the change came from');
    table.jsonb('details').notNullable().defaultTo('{}');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.index(['organisation_id', 'id']);
  });
};

/**
 * Tells all gateways which keys they must read again: they remember keys for 30 s, and a revoked
 * one has to stop within one. By triggers, so that a change made by hand in psql is announced, too.
 * Columns that only say how a key was used aren't listed, as every request would be announced.
 */
const announcements = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE FUNCTION announce_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('gateway_keys',
        CASE WHEN TG_OP = 'DELETE' OR NEW.revoked_at IS NOT NULL THEN 'revoked ' ELSE 'changed ' END || OLD.id);
      RETURN NULL;
    END $$;
    CREATE TRIGGER announce_key_change
    AFTER DELETE OR UPDATE OF organisation_id, hash, scopes, rate_limit, limit_id, allowed_addresses,
      expires_at, revoked_at ON keys
    FOR EACH ROW EXECUTE FUNCTION announce_key_change();

    -- A key is remembered with the limit of its organisation.
    CREATE FUNCTION announce_organisation_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('gateway_keys', 'changed ' || id) FROM keys WHERE organisation_id = NEW.id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER announce_organisation_change
    AFTER UPDATE OF rate_limit ON organisations
    FOR EACH ROW EXECUTE FUNCTION announce_organisation_change();
  `);
};

const membersAndSessions = async (knex: Knex): Promise<void> => {
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
    // Somebody is a member of an organisation once, and may be one of several.
    table.unique(['issuer', 'subject', 'organisation_id']);
    table.index(['organisation_id', 'id']);
    table.check('(issuer IS NULL) = (subject IS NULL)');
  });
  // One open invitation for an address, however it is spelled; a login looks for it by the address.
  await knex.raw(
    'CREATE UNIQUE INDEX members_invited ON members (lower(email), organisation_id) WHERE subject IS NULL',
  );

  // Browsers that are signed in, as a key or as a member.
  await knex.schema.createTable('sessions', (table) => {
    // Of the secret in the cookie.
    table.text('hash').primary();
    // By which a session is listed and ended. Every session gets one.
    table.text('id').unique();
    table.text('key_id').references('keys.id').onDelete('CASCADE').index();
    table.text('member_id').references('members.id').onDelete('CASCADE').index();
    table.text('address');
    table.text('user_agent');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('last_seen_at').comment('accurate to a minute');
    table.timestamp('proven_at').comment('when its holder last proved who they are; null: at the start');
    // Indexed, as those that are over are removed whenever one begins.
    table.timestamp('expires_at').notNullable().index();
    table.check('num_nonnulls(key_id, member_id) = 1', [], 'sessions_stand_for_one');
  });

  // Codes of links that are traded for a session once.
  await knex.schema.createTable('sign_in_codes', (table) => {
    table.text('hash').primary();
    table.text('key_id').notNullable().references('keys.id').onDelete('CASCADE').index();
    table.timestamp('expires_at').notNullable().index();
  });
};

const usage = async (knex: Knex): Promise<void> => {
  // Without foreign keys: what was used stays on the account when the key is gone.
  await knex.schema.createTable('usage', (table) => {
    table.text('organisation_id').notNullable();
    // In UTC.
    table.date('day').notNullable();
    table.text('key_id').notNullable();
    table.text('area').notNullable();
    table.bigInteger('requests').notNullable().defaultTo(0);
    table.bigInteger('events').notNullable().defaultTo(0);
    table.bigInteger('reports').notNullable().defaultTo(0);
    table.bigInteger('exports').notNullable().defaultTo(0);
    table.primary(['organisation_id', 'day', 'key_id', 'area']);
  });

  await knex.raw(`
    -- How much an organisation may use in a month. No row: no limit.
    CREATE TABLE quotas (
      organisation_id text NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
      unit            text NOT NULL CHECK (unit IN ('requests', 'events', 'reports', 'exports')),
      quota           bigint NOT NULL CHECK (quota > 0),
      PRIMARY KEY (organisation_id, unit)
    );
    -- When most or all of a quota was used up. The key makes it news once a month, for however many
    -- gateways.
    CREATE TABLE quota_events (
      organisation_id text NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
      month           date NOT NULL,
      unit            text NOT NULL,
      percent         smallint NOT NULL,
      used            bigint NOT NULL,
      quota           bigint NOT NULL,
      created_at      timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (organisation_id, month, unit, percent)
    );
    COMMENT ON COLUMN quota_events.month IS 'its first day (UTC)';
  `);
};

const webhooks = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('webhooks', (table) => {
    table.text('id').primary();
    table.text('organisation_id').notNullable().references('organisations.id').onDelete('CASCADE').index();
    table.text('url').notNullable();
    table.text('description');
    table.specificType('events', 'text[]').notNullable();
    table.binary('secret').notNullable();
    // The secret before the last rotation signs, too, until receivers have the new one.
    table.binary('old_secret');
    table.timestamp('old_secret_until');
    // The first attempt since the last success; null while all goes well.
    table.timestamp('failing_since');
    table.timestamp('disabled_at');
    table.text('disabled_reason');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('updated_at').notNullable().defaultTo(knex.fn.now());
  });

  // Events, as the services' outboxes told them. The id is theirs, so nothing is taken twice.
  await knex.schema.createTable('webhook_events', (table) => {
    table.text('id').primary();
    table.text('organisation_id').notNullable().references('organisations.id').onDelete('CASCADE');
    table.text('type').notNullable();
    table.timestamp('occurred_at').notNullable();
    table.jsonb('data').notNullable();
    // Indexed for the removal of old ones.
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now()).index();
  });

  await knex.schema.createTable('webhook_deliveries', (table) => {
    table.text('id').primary();
    table.text('webhook_id').notNullable().references('webhooks.id').onDelete('CASCADE');
    table.text('event_id').notNullable().references('webhook_events.id').onDelete('CASCADE').index();
    // pending, delivered or failed.
    table.text('status').notNullable();
    // Since the delivery was made or repeated; `attempts` holds all of them, with their outcomes.
    table.integer('attempt').notNullable().defaultTo(0);
    table.timestamp('next_attempt_at');
    table.timestamp('delivered_at');
    table.jsonb('attempts').notNullable().defaultTo('[]');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.unique(['webhook_id', 'event_id']);
  });
  // Workers look for what is due every moment, among all that was ever delivered.
  await knex.raw(
    `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE status = 'pending'`,
  );
};
