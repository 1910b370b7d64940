import type { Knex } from 'knex';

export const replaces = ['0100_email_reports'];

/** When the next digest of a website is due, who got which one, and who wants none. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE email_schedules (
      website_id  integer PRIMARY KEY,
      frequency   text NOT NULL,
      timezone    text NOT NULL,
      next_due_at timestamptz NOT NULL
    )`);
  await knex.raw('CREATE INDEX email_schedules_due ON email_schedules (next_due_at)');
  await knex.raw(`
    CREATE TABLE email_deliveries (
      website_id      integer NOT NULL,
      frequency       text NOT NULL,
      first_day       date NOT NULL,
      last_day        date NOT NULL,
      recipient       text NOT NULL,
      status          text NOT NULL DEFAULT 'pending'
                      CHECK (status IN ('pending', 'sending', 'sent', 'skipped', 'cancelled', 'failed')),
      attempts        integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz NOT NULL,
      finished_at     timestamptz,
      error           text,
      PRIMARY KEY (website_id, frequency, first_day, recipient)
    )`);
  await knex.raw(`
    CREATE INDEX email_deliveries_open ON email_deliveries (next_attempt_at) WHERE status IN ('pending', 'sending')`);
  await knex.raw(`
    CREATE TABLE email_unsubscribes (
      website_id integer NOT NULL,
      recipient  text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (website_id, recipient)
    )`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE email_unsubscribes, email_deliveries, email_schedules');
};
