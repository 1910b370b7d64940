/** Deletions that owners ordered: the work that is left, and the record of it. */
export const DELETIONS = `
  CREATE TABLE deletions (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- Deleted for good.
    pageviews     bigint NOT NULL DEFAULT 0,
    events        bigint NOT NULL DEFAULT 0,
    visits        bigint NOT NULL DEFAULT 0,
    website_id    integer NOT NULL,
    attempts      integer NOT NULL DEFAULT 0,
    first_day     date,
    last_day      date,
    everything    boolean NOT NULL,
    status        text NOT NULL DEFAULT 'pending'
      CHECK (status IN ('pending', 'running', 'completed', 'failed')),
    filters       jsonb NOT NULL,
    -- Who asked for it: the id of an API key or of a person's session.
    key_id        text NOT NULL,
    error         text,
    claimed_until timestamptz,
    created_at    timestamptz NOT NULL DEFAULT now(),
    finished_at   timestamptz
  );
  CREATE INDEX deletions_website ON deletions (website_id, id);
  CREATE INDEX deletions_open ON deletions (id) WHERE status IN ('pending', 'running');
`;
