import type { Knex } from 'knex';

/** Finds old runs, which are removed after some time. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('CREATE INDEX report_runs_finished_at ON report_runs (finished_at)');
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP INDEX report_runs_finished_at');
};
