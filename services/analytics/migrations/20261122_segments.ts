import type { Knex } from 'knex';

/** Filters that owners keep under a name, and notes that they put on the chart. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE segments (
      id         integer GENERATED ALWAYS AS IDENTITY,
      website_id integer NOT NULL,
      name       text NOT NULL,
      filters    jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (website_id, id),
      CONSTRAINT segments_name_unique UNIQUE (website_id, name)
    )`);
  await knex.raw(`
    CREATE TABLE annotations (
      time       timestamptz NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      id         integer GENERATED ALWAYS AS IDENTITY,
      website_id integer NOT NULL,
      text       text NOT NULL,
      url        text,
      PRIMARY KEY (website_id, id)
    )`);
  await knex.raw('CREATE INDEX annotations_website_time ON annotations (website_id, time)');
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE annotations, segments');
};
