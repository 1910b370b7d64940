import type { Knex } from 'knex';

/** Annotations tell of what was fixed, too, and keep what their owner thinks came of it. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE annotations
      DROP CONSTRAINT annotations_kind_check,
      ADD CONSTRAINT annotations_kind_check CHECK (kind IN ('note', 'deployment', 'fix')),
      ADD COLUMN rating text CHECK (rating IN ('better', 'same', 'worse'))`);
};
