import type { Knex } from 'knex';

/**
 * Names the history that this database continues. A dump carries it along, so `restore` must write it
 * anew (docs/operations.md): instances then drop the ids that they remember.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE storage_epoch (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      epoch    uuid NOT NULL DEFAULT gen_random_uuid()
    )`);
  await knex.raw('INSERT INTO storage_epoch DEFAULT VALUES');
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE storage_epoch');
};
