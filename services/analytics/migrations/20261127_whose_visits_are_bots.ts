import type { Knex } from 'knex';

/**
 * Visits that owners take for bots, and the descriptions by which later ones are left out. What is
 * undone stays as the record of it.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE websites ADD COLUMN exclude_visitors text;

    CREATE TABLE bots (
      id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      visit_id    bigint NOT NULL,
      -- The deletion of the visit, which begins at undo_until.
      deletion_id bigint NOT NULL,
      website_id  integer NOT NULL,
      -- The day on which the visit began.
      day         date NOT NULL,
      -- A line of websites.exclude_visitors.
      rule        text NOT NULL,
      -- Who said so: the id of an API key or of a person's session.
      key_id      text NOT NULL,
      undone_by   text,
      -- Of what is undone: whether the visit is still there.
      visit_kept  boolean,
      created_at  timestamptz NOT NULL DEFAULT now(),
      undo_until  timestamptz NOT NULL,
      undone_at   timestamptz
    );
    CREATE INDEX bots_website ON bots (website_id, id)`);
};
