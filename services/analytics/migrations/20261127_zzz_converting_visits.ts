import type { Knex } from 'knex';

/** Days of goals and funnels keep whose visits converted, so that they can be counted under a filter. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE goal_days
      ADD COLUMN converting bytea,
      ADD COLUMN converting_more json;
    COMMENT ON COLUMN goal_days.converting IS 'Visits in which a rule converted, by their places in the blocks of the day; empty where there were too many to keep';
    COMMENT ON COLUMN goal_days.converting_more IS 'Conversions of visitors who may be in other days, too, and amounts, by visit'`);
};
