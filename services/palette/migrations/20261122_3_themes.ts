import type { Knex } from 'knex';

export const replaces = ['0001_palettes'];

/**
 * Themes, with the tokens they were made from, the same tokens resolved, and the roles of each
 * mode.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
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
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE themes');
};
