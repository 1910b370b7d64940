import type { Knex } from 'knex';

/** What owners count as a success, and the ways that lead there. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE goals (
      id             integer GENERATED ALWAYS AS IDENTITY,
      website_id     integer NOT NULL,
      threshold      integer,
      type           text NOT NULL CHECK (type IN ('page', 'event', 'scroll', 'engaged')),
      name           text NOT NULL,
      pattern        text NOT NULL,
      property       text,
      property_value text,
      created_at     timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (website_id, id),
      CONSTRAINT goals_name_unique UNIQUE (website_id, name)
    )`);
  await knex.raw(`
    CREATE TABLE funnels (
      id         integer GENERATED ALWAYS AS IDENTITY,
      website_id integer NOT NULL,
      name       text NOT NULL,
      steps      jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (website_id, id),
      CONSTRAINT funnels_name_unique UNIQUE (website_id, name)
    )`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE funnels, goals');
};
