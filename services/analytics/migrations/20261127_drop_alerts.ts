import type { Knex } from 'knex';

/**
 * Alerts about a day with fewer visits than usual. A process of 0.3.0 takes one for a goal that is
 * gone, and tells nothing.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE alerts DROP CONSTRAINT alerts_type_check,
      ADD CONSTRAINT alerts_type_check CHECK (type IN ('spike', 'silence', 'goal', 'drop'));
    -- What the count would have been by the days before; only for a drop.
    ALTER TABLE alert_messages ADD COLUMN usual integer`);
};
