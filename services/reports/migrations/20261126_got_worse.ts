import type { Knex } from 'knex';

/** How a report's newest result compares with the one before, for lists of what got worse. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE reports
      ADD COLUMN score_before smallint,
      ADD COLUMN got_worse boolean NOT NULL DEFAULT false`);
  await knex.raw('CREATE INDEX reports_got_worse ON reports (organisation, id) WHERE got_worse');
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE reports DROP COLUMN score_before, DROP COLUMN got_worse');
};
