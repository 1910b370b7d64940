import type { Knex } from 'knex';

/** What staging sites ask for, sealed by src/credentials. */
export const up = async (knex: Knex): Promise<void> => {
  for (const table of ['reports', 'sites'])
    await knex.raw(`ALTER TABLE ${table} ADD COLUMN credentials text`);
};

export const down = async (knex: Knex): Promise<void> => {
  for (const table of ['reports', 'sites']) await knex.raw(`ALTER TABLE ${table} DROP COLUMN credentials`);
};
