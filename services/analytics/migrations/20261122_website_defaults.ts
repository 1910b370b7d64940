import type { Knex } from 'knex';

/** What an organisation sets for all of its websites that have no setting of their own. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE website_defaults (
      organisation     text PRIMARY KEY,
      email_recipients text,
      updated_at       timestamptz NOT NULL DEFAULT now()
    )`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE website_defaults');
};
