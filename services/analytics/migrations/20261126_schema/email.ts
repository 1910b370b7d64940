/** Digests by mail: when the next of a website is due, who got which one, and who wants none. */
export const EMAIL = `
  CREATE TABLE email_schedules (
    website_id  integer PRIMARY KEY,
    -- As the website had them when next_due_at was worked out.
    frequency   text NOT NULL,
    timezone    text NOT NULL,
    next_due_at timestamptz NOT NULL
  );
  CREATE INDEX email_schedules_due ON email_schedules (next_due_at);

  -- The key makes a digest of some days go to somebody once.
  CREATE TABLE email_deliveries (
    website_id      integer NOT NULL,
    frequency       text NOT NULL,
    first_day       date NOT NULL,
    last_day        date NOT NULL,
    recipient       text NOT NULL,
    status          text NOT NULL DEFAULT 'pending'
                    CHECK (status IN ('pending', 'sending', 'sent', 'skipped', 'cancelled', 'failed')),
    attempts        integer NOT NULL DEFAULT 0,
    -- While a mail is being sent, when its sender is given up.
    next_attempt_at timestamptz NOT NULL,
    finished_at     timestamptz,
    error           text,
    PRIMARY KEY (website_id, frequency, first_day, recipient)
  );
  CREATE INDEX email_deliveries_open ON email_deliveries (next_attempt_at) WHERE status IN ('pending', 'sending');

  CREATE TABLE email_unsubscribes (
    website_id integer NOT NULL,
    recipient  text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (website_id, recipient)
  );
`;
