/**
 * Tables of owners' imports: their files while they are read, and the days in them. Each imported
 * day belongs to one import, which keeps it from being counted twice.
 */
export const IMPORTS = `
  CREATE TABLE imports (
    created_at    timestamptz NOT NULL DEFAULT now(),
    finished_at   timestamptz,
    -- The process that reads it has it until then.
    claimed_until timestamptz,
    size_bytes    bigint NOT NULL DEFAULT 0,
    rows_read     bigint NOT NULL DEFAULT 0,
    id            integer GENERATED ALWAYS AS IDENTITY,
    website_id    integer NOT NULL,
    attempts      integer NOT NULL DEFAULT 0,
    -- Percent.
    progress      integer NOT NULL DEFAULT 0,
    days          integer NOT NULL DEFAULT 0,
    -- Days that the website had already.
    skipped_days  integer NOT NULL DEFAULT 0,
    first_day     date,
    last_day      date,
    source        text NOT NULL,
    file_name     text NOT NULL,
    status        text NOT NULL DEFAULT 'uploading'
                  CHECK (status IN ('uploading', 'pending', 'running', 'completed', 'failed')),
    error         text,
    -- What was left out; null for nothing.
    note          text,
    -- The request that began the upload, so that the log finds one by the other.
    request_id    text,
    PRIMARY KEY (website_id, id)
  );
  CREATE INDEX imports_open ON imports (created_at) WHERE status IN ('pending', 'running');

  -- The uploaded file, until it is read.
  CREATE TABLE import_parts (
    website_id integer NOT NULL,
    import_id  integer NOT NULL,
    part       integer NOT NULL,
    content    bytea NOT NULL,
    PRIMARY KEY (website_id, import_id, part)
  );

  CREATE TABLE imported_days (
    duration_s bigint NOT NULL,
    engaged_ms bigint NOT NULL,
    scroll     bigint NOT NULL,
    website_id integer NOT NULL,
    import_id  integer NOT NULL,
    day        date NOT NULL,
    pageviews  integer NOT NULL,
    visitors   integer NOT NULL,
    visits     integer NOT NULL,
    bounces    integer NOT NULL,
    events     integer NOT NULL,
    source     text NOT NULL,
    PRIMARY KEY (website_id, day)
  );
  CREATE TABLE imported_pages (
    engaged_ms bigint NOT NULL,
    scroll     bigint NOT NULL,
    website_id integer NOT NULL,
    day        date NOT NULL,
    page_id    integer NOT NULL,
    pageviews  integer NOT NULL,
    visitors   integer NOT NULL,
    entries    integer NOT NULL,
    exits      integer NOT NULL,
    PRIMARY KEY (website_id, day, page_id)
  );
  CREATE TABLE imported_values (
    website_id integer NOT NULL,
    day        date NOT NULL,
    value_id   integer NOT NULL,
    visitors   integer NOT NULL,
    visits     integer NOT NULL,
    hits       integer NOT NULL,
    dimension  smallint NOT NULL,
    PRIMARY KEY (website_id, dimension, day, value_id)
  );
`;
