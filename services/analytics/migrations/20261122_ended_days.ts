import type { Knex } from 'knex';

/**
 * Days whose salt was destroyed after they had been live. Nobody can tell any more who a visitor of
 * such a day was, so what comes for it later is dropped. The index finds the visitors that go with a
 * salt, without reading all others.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE ended_days (
      website_id integer NOT NULL,
      day        date NOT NULL,
      PRIMARY KEY (website_id, day)
    )`);
  await knex.raw('CREATE INDEX visitors_website_day ON visitors (website_id, day)');
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP INDEX visitors_website_day');
  await knex.raw('DROP TABLE ended_days');
};
