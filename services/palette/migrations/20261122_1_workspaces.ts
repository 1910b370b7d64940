import type { Knex } from 'knex';

export const replaces = ['0001_palettes'];

/**
 * Workspaces, and the requests that may be repeated. Here and in the other tables, ids are TypeIDs:
 * compared as bytes they sort by time, so a list by id is a list by age.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE workspaces (
      id text COLLATE "C" PRIMARY KEY,
      organisation text NOT NULL,
      name text NOT NULL,
      is_default boolean NOT NULL DEFAULT false,
      created_at timestamptz(3) NOT NULL
    );
    CREATE UNIQUE INDEX workspaces_one_default ON workspaces (organisation) WHERE is_default;
    CREATE UNIQUE INDEX workspaces_name ON workspaces (organisation, lower(name));
    CREATE INDEX workspaces_list ON workspaces (organisation, id);
  `);
  await knex.raw(`
    CREATE TABLE idempotency_keys (
      scope text NOT NULL,
      key text NOT NULL,
      fingerprint text NOT NULL,
      claim uuid NOT NULL UNIQUE,
      reply json,
      claimed_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (scope, key)
    );
    CREATE INDEX idempotency_keys_age ON idempotency_keys (claimed_at);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE IF EXISTS idempotency_keys');
  await knex.raw('DROP TABLE workspaces');
};
