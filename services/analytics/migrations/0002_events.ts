import type { Knex } from 'knex';

/**
 * Dictionaries, raw events and visits. Column order avoids padding: 8 bytes wide first, then 4, then 2, then the rest;
 * no column is nullable, as a null bitmap of more than eight columns would cost 8 bytes a row.
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
  // Deduplication makes entries of unequal size out of the few equal ones, and pages of those split in halves: with it the
  // index is half empty, without it 90 % full, as rows come in the order of time.
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
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE visits, events, dictionary, dictionary_heads');
};
