import type { Knex } from 'knex';

/** Names and descriptions of palettes, the scales their colours have, and when they were changed. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE palettes
      ADD COLUMN name text,
      ADD COLUMN description text,
      ADD COLUMN scale json,
      ADD COLUMN updated_at timestamptz(3);
    ALTER TABLE themes ADD COLUMN description text, ADD COLUMN updated_at timestamptz(3);
    ALTER TABLE workspaces ADD COLUMN updated_at timestamptz(3);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE workspaces DROP COLUMN updated_at;
    ALTER TABLE themes DROP COLUMN updated_at, DROP COLUMN description;
    ALTER TABLE palettes DROP COLUMN updated_at, DROP COLUMN scale, DROP COLUMN description, DROP COLUMN name;
  `);
};
