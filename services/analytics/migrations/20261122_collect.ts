import type { Knex } from 'knex';

export const replaces = ['0001_websites', '0002_events', '0003_rollups', '0004_identity', '0102_late_writes'];

/**
 * What the writer stores: dictionaries, raw events and visits, the sums it keeps in the same
 * transaction, what identifies visitors for a day or so, and counts of what was dropped.
 *
 * Columns are ordered to avoid padding: 8 bytes wide first, then 4, then 2, then the rest. None is
 * nullable, as a null bitmap of more than eight columns would cost 8 bytes a row.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE dictionary_heads (
      website_id integer PRIMARY KEY,
      last_id    integer NOT NULL,
      day        date NOT NULL,
      new_values integer NOT NULL
    ) WITH (fillfactor = 50)`);
  await knex.raw(`
    CREATE TABLE dictionary (
      website_id integer NOT NULL,
      id         integer NOT NULL,
      dimension  smallint NOT NULL,
      value      text NOT NULL,
      title      text,
      PRIMARY KEY (website_id, id),
      CONSTRAINT dictionary_value_unique UNIQUE (website_id, dimension, value)
    )`);

  await knex.raw(`
    CREATE TABLE events (
      ts         timestamptz NOT NULL,
      visit_id   bigint NOT NULL,
      website_id integer NOT NULL,
      page_id    integer NOT NULL,
      name_id    integer NOT NULL,
      engaged_ms integer NOT NULL,
      kind       smallint NOT NULL,
      flags      smallint NOT NULL,
      scroll     smallint NOT NULL,
      props      jsonb NOT NULL
    ) PARTITION BY RANGE (ts)`);
  // Rows arrive in the order of time. Pages filled that way stay 90 % full without deduplication;
  // with it, entries differ in size and pages split in halves, so that half of the index is empty.
  await knex.raw(`CREATE INDEX events_website_ts ON events (website_id, ts) WITH (deduplicate_items = off)`);

  await knex.raw(`
    CREATE TABLE visits (
      started_at      timestamptz NOT NULL,
      last_at         timestamptz NOT NULL,
      visitor_id      bigint NOT NULL,
      visit_id        bigint NOT NULL,
      website_id      integer NOT NULL,
      pageviews       integer NOT NULL,
      events          integer NOT NULL,
      engaged_ms      integer NOT NULL,
      scroll          integer NOT NULL,
      first_today     integer NOT NULL,
      entry_page_id   integer NOT NULL,
      exit_page_id    integer NOT NULL,
      referrer_id     integer NOT NULL,
      channel_id      integer NOT NULL,
      utm_source_id   integer NOT NULL,
      utm_medium_id   integer NOT NULL,
      utm_campaign_id integer NOT NULL,
      utm_term_id     integer NOT NULL,
      utm_content_id  integer NOT NULL,
      country_id      integer NOT NULL,
      region_id       integer NOT NULL,
      city_id         integer NOT NULL,
      browser_id      integer NOT NULL,
      os_id           integer NOT NULL,
      device_id       integer NOT NULL,
      language_id     integer NOT NULL,
      screen_id       integer NOT NULL,
      PRIMARY KEY (website_id, visitor_id, started_at)
    ) PARTITION BY RANGE (started_at)`);
  await knex.raw(
    `CREATE INDEX visits_website_started ON visits (website_id, started_at) WITH (deduplicate_items = off)`,
  );

  await knex.raw(`
    CREATE TABLE rollup_quarters (
      bucket     timestamptz NOT NULL,
      duration_s bigint NOT NULL,
      engaged_ms bigint NOT NULL,
      scroll     bigint NOT NULL,
      website_id integer NOT NULL,
      pageviews  integer NOT NULL,
      visitors   integer NOT NULL,
      visits     integer NOT NULL,
      bounces    integer NOT NULL,
      events     integer NOT NULL,
      PRIMARY KEY (website_id, bucket)
    ) WITH (fillfactor = 70)`);
  await knex.raw(`
    CREATE TABLE rollup_pages (
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
    ) WITH (fillfactor = 70)`);
  await knex.raw(`
    CREATE TABLE rollup_values (
      website_id integer NOT NULL,
      day        date NOT NULL,
      value_id   integer NOT NULL,
      visitors   integer NOT NULL,
      visits     integer NOT NULL,
      hits       integer NOT NULL,
      dimension  smallint NOT NULL,
      PRIMARY KEY (website_id, dimension, day, value_id)
    ) WITH (fillfactor = 70)`);

  await knex.raw(`
    CREATE TABLE salts (
      website_id integer NOT NULL,
      day        date NOT NULL,
      is_live    boolean NOT NULL,
      used_at    timestamptz NOT NULL,
      salt       bytea NOT NULL,
      PRIMARY KEY (website_id, day)
    )`);
  await knex.raw(`
    CREATE TABLE visitors (
      visitor_id bigint NOT NULL,
      continues  bigint NOT NULL,
      website_id integer NOT NULL,
      day        date NOT NULL,
      seen       integer[] NOT NULL,
      PRIMARY KEY (website_id, visitor_id)
    ) WITH (fillfactor = 70)`);
  await knex.raw(`
    CREATE TABLE event_ids (
      seen_at    timestamptz NOT NULL,
      event_id   uuid NOT NULL,
      website_id integer NOT NULL,
      PRIMARY KEY (website_id, event_id)
    )`);

  // How often each day was written to after it had long been over. What is derived from settled
  // days notes the number it was made at, and is valid for as long as the number stays.
  await knex.raw(`
    CREATE TABLE late_writes (
      website_id integer NOT NULL,
      day        date NOT NULL,
      writes     bigint NOT NULL,
      PRIMARY KEY (website_id, day)
    )`);

  await knex.raw(`
    CREATE TABLE drops (
      website_id integer NOT NULL,
      day        date NOT NULL,
      reason     smallint NOT NULL,
      count      bigint NOT NULL,
      PRIMARY KEY (website_id, day, reason)
    ) WITH (fillfactor = 70)`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(
    'DROP TABLE drops, late_writes, event_ids, visitors, salts, rollup_values, rollup_pages, rollup_quarters, visits, events, dictionary, dictionary_heads',
  );
};
