import type { Knex } from 'knex';

/** Websites that are counted together under a name. A website that is deleted leaves its groups. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE website_groups (
      id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      organisation text NOT NULL,
      name         text NOT NULL,
      created_at   timestamptz NOT NULL DEFAULT now(),
      updated_at   timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT website_groups_name_unique UNIQUE (organisation, name)
    );
    CREATE TABLE website_group_members (
      group_id   integer NOT NULL REFERENCES website_groups ON DELETE CASCADE,
      website_id integer NOT NULL REFERENCES websites ON DELETE CASCADE,
      PRIMARY KEY (group_id, website_id)
    );
    CREATE INDEX website_group_members_website ON website_group_members (website_id)`);
};
