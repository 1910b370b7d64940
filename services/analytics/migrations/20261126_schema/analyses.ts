/** Tables of owners' analyses: goals, funnels, segments, notes and alerts. */
export const ANALYSES = `
  CREATE TABLE goals (
    id             integer GENERATED ALWAYS AS IDENTITY,
    website_id     integer NOT NULL,
    -- Percent for scroll, seconds for engaged; null for the others.
    threshold      integer,
    type           text NOT NULL CHECK (type IN ('page', 'event', 'scroll', 'engaged')),
    name           text NOT NULL,
    -- A page or the name of an event, with * for anything.
    pattern        text NOT NULL,
    -- What an event must have, if anything.
    property       text,
    property_value text,
    created_at     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (website_id, id),
    CONSTRAINT goals_name_unique UNIQUE (website_id, name)
  );
  CREATE TABLE funnels (
    id         integer GENERATED ALWAYS AS IDENTITY,
    website_id integer NOT NULL,
    name       text NOT NULL,
    steps      jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (website_id, id),
    CONSTRAINT funnels_name_unique UNIQUE (website_id, name)
  );

  -- Filters under a name.
  CREATE TABLE segments (
    id         integer GENERATED ALWAYS AS IDENTITY,
    website_id integer NOT NULL,
    name       text NOT NULL,
    filters    jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (website_id, id),
    CONSTRAINT segments_name_unique UNIQUE (website_id, name)
  );

  -- Notes on the chart.
  CREATE TABLE annotations (
    time       timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    id         integer GENERATED ALWAYS AS IDENTITY,
    website_id integer NOT NULL,
    text       text NOT NULL,
    url        text,
    PRIMARY KEY (website_id, id)
  );
  CREATE INDEX annotations_website_time ON annotations (website_id, time);

  CREATE TABLE alerts (
    next_check_at timestamptz NOT NULL DEFAULT now(),
    created_at    timestamptz NOT NULL DEFAULT now(),
    id            integer GENERATED ALWAYS AS IDENTITY,
    website_id    integer NOT NULL,
    -- Which of these four there are depends on the type.
    threshold     integer,
    hours         integer,
    goal_id       integer,
    -- Counts the changes of the rule: what the one before told doesn't keep the new one silent.
    rule_version  integer NOT NULL DEFAULT 1,
    type          text NOT NULL CHECK (type IN ('spike', 'silence', 'goal')),
    name          text NOT NULL,
    period        text,
    -- One a line; null for those of the website's digests.
    recipients    text,
    PRIMARY KEY (website_id, id),
    CONSTRAINT alerts_name_unique UNIQUE (website_id, name)
  );
  CREATE INDEX alerts_next_check ON alerts (next_check_at);

  -- Mails about alerts. The occasion is part of the key, so one is told once, however often it is
  -- looked at.
  CREATE TABLE alert_messages (
    -- While a mail is being sent, when its sender is given up.
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
  );
  CREATE INDEX alert_messages_open ON alert_messages (next_attempt_at) WHERE status IN ('pending', 'sending');
`;
