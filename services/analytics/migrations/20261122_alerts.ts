import type { Knex } from 'knex';

/** What owners want to be told about, and the messages that tell them. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE alerts (
      next_check_at timestamptz NOT NULL DEFAULT now(),
      created_at    timestamptz NOT NULL DEFAULT now(),
      id            integer GENERATED ALWAYS AS IDENTITY,
      website_id    integer NOT NULL,
      threshold     integer,
      hours         integer,
      goal_id       integer,
      type          text NOT NULL CHECK (type IN ('spike', 'silence', 'goal')),
      name          text NOT NULL,
      period        text,
      recipients    text,
      PRIMARY KEY (website_id, id),
      CONSTRAINT alerts_name_unique UNIQUE (website_id, name)
    )`);
  await knex.raw('CREATE INDEX alerts_next_check ON alerts (next_check_at)');
  // The occasion is part of the key, so one occasion is told once, however often it is looked at.
  await knex.raw(`
    CREATE TABLE alert_messages (
      next_attempt_at timestamptz NOT NULL,
      happened_at     timestamptz NOT NULL,
      website_id      integer NOT NULL,
      alert_id        integer NOT NULL,
      attempts        integer NOT NULL DEFAULT 0,
      count           integer NOT NULL,
      occasion        text NOT NULL,
      recipient       text NOT NULL,
      status          text NOT NULL DEFAULT 'pending'
                      CHECK (status IN ('pending', 'sending', 'sent', 'cancelled', 'failed')),
      error           text,
      PRIMARY KEY (website_id, alert_id, occasion, recipient)
    )`);
  await knex.raw(`
    CREATE INDEX alert_messages_open ON alert_messages (next_attempt_at) WHERE status IN ('pending', 'sending')`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE alert_messages, alerts');
};
