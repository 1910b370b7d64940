import type { Knex } from 'knex';

/** Finds the id under which a visitor's visit went on after midnight, to settle both days again. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`CREATE INDEX visitors_continues ON visitors (website_id, continues) WHERE continues <> 0`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP INDEX visitors_continues');
};
