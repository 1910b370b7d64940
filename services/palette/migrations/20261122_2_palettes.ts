import type { Knex } from 'knex';

export const replaces = ['0001_palettes'];

/**
 * Palettes. Their columns are json, not jsonb: documents come back in the order they were given.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
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
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE palettes');
};
