import { createIdempotencyTable } from '@platform/database';
import type { Knex } from 'knex';

/**
 * Workspaces, palettes and themes, and the requests that may be repeated. Ids are TypeIDs, which sort by time, so a list in
 * order of creation is a list in order of ids: compared as bytes, not by a language's rules.
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

    -- json, not jsonb: what is stored is only ever handed back, and must keep the order that it was given.
    CREATE TABLE palettes (
      id text COLLATE "C" PRIMARY KEY,
      organisation text NOT NULL,
      workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces (id),
      base_color json NOT NULL,
      harmony text NOT NULL,
      colors json NOT NULL,
      warnings json NOT NULL,
      created_at timestamptz(3) NOT NULL
    );
    CREATE INDEX palettes_list ON palettes (organisation, id);
    CREATE INDEX palettes_of_workspace ON palettes (workspace_id, id);

    CREATE TABLE themes (
      id text COLLATE "C" PRIMARY KEY,
      organisation text NOT NULL,
      workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces (id),
      palette_id text COLLATE "C" NOT NULL,
      name text NOT NULL,
      tokens json NOT NULL,
      resolved json NOT NULL,
      modes json NOT NULL,
      warnings json NOT NULL,
      created_at timestamptz(3) NOT NULL,
      CONSTRAINT themes_palette FOREIGN KEY (palette_id) REFERENCES palettes (id)
    );
    CREATE INDEX themes_list ON themes (organisation, id);
    CREATE INDEX themes_of_workspace ON themes (workspace_id, id);
    CREATE INDEX themes_of_palette ON themes (palette_id, id);
  `);
  await createIdempotencyTable(knex);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE idempotency_keys, themes, palettes, workspaces');
};
