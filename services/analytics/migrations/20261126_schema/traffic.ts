/**
 * Tables that the writer fills from hits: texts as numbers of a dictionary, events and visits.
 *
 * Columns of large tables are ordered to avoid padding: 8 bytes wide first, then 4, then 2, then
 * the rest. None is nullable, as a null bitmap of more than eight columns would cost 8 bytes a row.
 */
export const TRAFFIC = `
  -- A row for every website that was ever written to: the last id that its texts were given, and
  -- how many were new on the day. Updated with each new text, so its pages keep room for that. On
  -- Citus, the others are placed with it.
  CREATE TABLE dictionary_heads (
    -- When the sweep is to look for unused texts again; null while nothing says that there may be
    -- any.
    sweep_at   timestamptz,
    website_id integer PRIMARY KEY,
    last_id    integer NOT NULL,
    day        date NOT NULL,
    new_values integer NOT NULL
  ) WITH (fillfactor = 50);

  CREATE TABLE dictionary (
    -- Since when nothing has referred to the text; null for those in use.
    idle_since timestamptz,
    website_id integer NOT NULL,
    id         integer NOT NULL,
    -- Numbers of src/dimensions.
    dimension  smallint NOT NULL,
    value      text NOT NULL,
    -- Of a page; null for one without, and for everything else.
    title      text,
    PRIMARY KEY (website_id, id),
    CONSTRAINT dictionary_value_unique UNIQUE (website_id, dimension, value)
  );

  -- Partitions, one a month (UTC), are made by src/partitions; a month is removed by dropping its
  -- own.
  CREATE TABLE events (
    ts         timestamptz NOT NULL,
    visit_id   bigint NOT NULL,
    website_id integer NOT NULL,
    page_id    integer NOT NULL,
    -- 0 for what is no event with a name.
    name_id    integer NOT NULL,
    engaged_ms integer NOT NULL,
    -- 0 page view, 1 event, 2 engagement, 3 web vitals.
    kind       smallint NOT NULL,
    -- Bits of EVENT_FLAGS.
    flags      smallint NOT NULL,
    -- Percent of the page that this adds to the depth.
    scroll     smallint NOT NULL,
    props      jsonb NOT NULL
  ) PARTITION BY RANGE (ts);
  -- Rows arrive in the order of time. Pages filled that way stay 90 % full without deduplication;
  -- with it, entries differ in size and pages split in halves, so that half of the index is empty.
  CREATE INDEX events_website_ts ON events (website_id, ts) WITH (deduplicate_items = off);

  -- Partitioned as events are, by the beginning. Ids of visits are random; those of visitors come
  -- from the day's salt.
  CREATE TABLE visits (
    started_at         timestamptz NOT NULL,
    last_at            timestamptz NOT NULL,
    visitor_id         bigint NOT NULL,
    visit_id           bigint NOT NULL,
    website_id         integer NOT NULL,
    pageviews          integer NOT NULL,
    events             integer NOT NULL,
    -- Of the events, those that the visitor did nothing for: they don't end a bounce.
    passive_events     integer NOT NULL DEFAULT 0,
    engaged_ms         integer NOT NULL,
    -- Percent, added up over the page views.
    scroll             integer NOT NULL,
    -- A bit for each dimension whose value the visitor hadn't had on the day.
    first_today        integer NOT NULL,
    entry_page_id      integer NOT NULL,
    exit_page_id       integer NOT NULL,
    referrer_id        integer NOT NULL,
    channel_id         integer NOT NULL,
    utm_source_id      integer NOT NULL,
    utm_medium_id      integer NOT NULL,
    utm_campaign_id    integer NOT NULL,
    utm_term_id        integer NOT NULL,
    utm_content_id     integer NOT NULL,
    country_id         integer NOT NULL,
    region_id          integer NOT NULL,
    city_id            integer NOT NULL,
    browser_id         integer NOT NULL,
    browser_version_id integer NOT NULL DEFAULT 0,
    os_id              integer NOT NULL,
    os_version_id      integer NOT NULL DEFAULT 0,
    device_id          integer NOT NULL,
    language_id        integer NOT NULL,
    screen_id          integer NOT NULL,
    -- Of the present page view, the part of scroll that it has added.
    view_scroll        smallint NOT NULL DEFAULT 0,
    PRIMARY KEY (website_id, visitor_id, started_at)
  ) PARTITION BY RANGE (started_at);
  CREATE INDEX visits_website_started ON visits (website_id, started_at) WITH (deduplicate_items = off);

  -- Ids that clients gave their events, so that one that is sent again isn't counted again. Kept
  -- for 30 days.
  CREATE TABLE event_ids (
    seen_at    timestamptz NOT NULL,
    event_id   uuid NOT NULL,
    website_id integer NOT NULL,
    PRIMARY KEY (website_id, event_id)
  );
  -- The hourly sweep finds the ids that are too old without reading all others. BRIN never narrows
  -- its ranges: after 32 days of removals it read the whole table.
  CREATE INDEX event_ids_seen_at ON event_ids (seen_at);

  -- Hits that weren't stored. Website 0 stands for all that aren't known.
  CREATE TABLE drops (
    website_id integer NOT NULL,
    day        date NOT NULL,
    -- Numbers of DROP_REASONS.
    reason     smallint NOT NULL,
    count      bigint NOT NULL,
    PRIMARY KEY (website_id, day, reason)
  ) WITH (fillfactor = 70);

  -- Names the history that this database continues. A dump carries it along, so a restore must
  -- write it anew (docs/operations.md): instances then forget the ids that they remember. The only
  -- table with a row from the start.
  CREATE TABLE storage_epoch (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    epoch    uuid NOT NULL DEFAULT gen_random_uuid()
  );
  INSERT INTO storage_epoch DEFAULT VALUES;
`;
