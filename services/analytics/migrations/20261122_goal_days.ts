import type { Knex } from 'knex';

/** What goals and funnels came to on settled days. Made from the events on demand, like columns. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE goal_days (
      writes      bigint NOT NULL,
      website_id  integer NOT NULL,
      day         date NOT NULL,
      conversions integer NOT NULL,
      rules       text NOT NULL,
      timezone    text NOT NULL,
      visitors    integer[] NOT NULL,
      crossing    jsonb NOT NULL,
      revenue     jsonb NOT NULL,
      PRIMARY KEY (website_id, rules, day)
    )`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE goal_days');
};
