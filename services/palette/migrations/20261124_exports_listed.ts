import type { Knex } from 'knex';

/** Finds the exports of an organisation, newest first. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('CREATE INDEX exports_organisation ON exports (organisation, id)');
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP INDEX exports_organisation');
};
