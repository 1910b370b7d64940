/** Tables that identify visitors for about a day; after that nobody can tell who they were. */
export const VISITORS = `
  CREATE TABLE salts (
    used_at    timestamptz NOT NULL,
    -- When it is to be destroyed: half an hour after the end of a live day, a day after the last
    -- use of any other. Whoever makes a salt says so; the job works out what is null.
    ends_at    timestamptz,
    website_id integer NOT NULL,
    day        date NOT NULL,
    -- Was it used while the day went on? Others are for hits that are stored afterwards.
    is_live    boolean NOT NULL,
    salt       bytea NOT NULL,
    PRIMARY KEY (website_id, day)
  );
  CREATE INDEX salts_ends_at ON salts (ends_at);

  -- Days whose salt was destroyed after they had been live. What comes for one later is dropped.
  CREATE TABLE ended_days (
    website_id integer NOT NULL,
    day        date NOT NULL,
    PRIMARY KEY (website_id, day)
  );

  CREATE TABLE visitors (
    visitor_id bigint NOT NULL,
    -- Who it was yesterday, when a visit went on across midnight; 0 otherwise.
    continues  bigint NOT NULL,
    website_id integer NOT NULL,
    day        date NOT NULL,
    -- Pages and names of events of the day, a thousand at most.
    seen       integer[] NOT NULL,
    PRIMARY KEY (website_id, visitor_id)
  ) WITH (fillfactor = 70);
  -- Finds the visitors that go with a salt.
  CREATE INDEX visitors_website_day ON visitors (website_id, day);
  -- Finds who a visitor was after midnight, to settle both days again.
  CREATE INDEX visitors_continues ON visitors (website_id, continues) WHERE continues <> 0;
`;
