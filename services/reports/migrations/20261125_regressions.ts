import type { Knex } from 'knex';

/** E-mails about runs that are worse than the one before, to the recipients of schedules. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE schedules
      ADD COLUMN email smallint NOT NULL DEFAULT 1 CHECK (email IN (0, 1)),
      ADD COLUMN email_recipients text`);
  // Written with the run, so none is lost; who gets it is decided later.
  await knex.raw(`
    CREATE TABLE regressions (
      run_id     integer PRIMARY KEY REFERENCES report_runs ON DELETE CASCADE,
      report_id  integer NOT NULL REFERENCES reports ON DELETE CASCADE,
      is_planned boolean NOT NULL DEFAULT false
    )`);
  await knex.raw('CREATE INDEX regressions_report_id ON regressions (report_id)');
  await knex.raw('CREATE INDEX regressions_unplanned ON regressions (run_id) WHERE NOT is_planned');
  await knex.raw(`
    CREATE TABLE regression_mails (
      run_id          integer NOT NULL REFERENCES regressions ON DELETE CASCADE,
      recipient       text NOT NULL,
      status          text NOT NULL DEFAULT 'pending'
        CHECK (status IN ('pending', 'sending', 'sent', 'skipped', 'failed', 'cancelled')),
      attempts        integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz NOT NULL,
      error           text,
      finished_at     timestamptz,
      PRIMARY KEY (run_id, recipient)
    )`);
  await knex.raw(`
    CREATE INDEX regression_mails_open ON regression_mails (next_attempt_at) WHERE status IN ('pending', 'sending')`);
  await knex.raw(`
    CREATE TABLE regression_unsubscribes (
      report_id integer NOT NULL REFERENCES reports ON DELETE CASCADE,
      recipient text NOT NULL,
      PRIMARY KEY (report_id, recipient)
    )`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE regression_unsubscribes, regression_mails, regressions');
  await knex.raw('ALTER TABLE schedules DROP COLUMN email, DROP COLUMN email_recipients');
};
