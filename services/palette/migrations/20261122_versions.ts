import type { Knex } from 'knex';

/**
 * What palettes and themes were before their colours changed. The row itself is the newest version;
 * earlier ones are kept as documents.
 */
export const up = async (knex: Knex): Promise<void> => {
  for (const name of ['palette', 'theme'])
    await knex.raw(`
      ALTER TABLE ${name}s
        ADD COLUMN version integer NOT NULL DEFAULT 1,
        ADD COLUMN versioned_at timestamptz(3);
      CREATE TABLE ${name}_versions (
        ${name}_id text COLLATE "C" NOT NULL REFERENCES ${name}s (id) ON DELETE CASCADE,
        version integer NOT NULL,
        content json NOT NULL,
        -- When the version was made.
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (${name}_id, version)
      );
    `);
};

export const down = async (knex: Knex): Promise<void> => {
  for (const name of ['palette', 'theme'])
    await knex.raw(`
      DROP TABLE ${name}_versions;
      ALTER TABLE ${name}s DROP COLUMN version, DROP COLUMN versioned_at;
    `);
};
