import type { Knex } from 'knex';

/** Pages of palettes and themes that links open, and those links. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE share_pages (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      palette_id text COLLATE "C" UNIQUE REFERENCES palettes (id) ON DELETE CASCADE,
      theme_id text COLLATE "C" UNIQUE REFERENCES themes (id) ON DELETE CASCADE,
      CHECK (num_nonnulls(palette_id, theme_id) = 1)
    );
    CREATE TABLE page_links (
      id integer GENERATED ALWAYS AS IDENTITY,
      page_id integer NOT NULL REFERENCES share_pages (id) ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      last_used_at timestamptz,
      name text,
      PRIMARY KEY (page_id, id)
    );
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE page_links, share_pages');
};
