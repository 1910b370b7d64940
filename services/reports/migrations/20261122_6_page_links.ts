import type { Knex } from 'knex';

/** Links to report pages that their owners can end (packages/page-access). */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE page_links (
      id           integer GENERATED ALWAYS AS IDENTITY,
      page_id      integer NOT NULL REFERENCES reports ON DELETE CASCADE,
      created_at   timestamptz NOT NULL DEFAULT now(),
      expires_at   timestamptz NOT NULL,
      last_used_at timestamptz,
      name         text,
      PRIMARY KEY (page_id, id)
    )`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE page_links');
};
