/**
 * Tables derived on demand from settled days, removable at any time. Each row records the number of
 * late writes at which it was made, and its time zone: it is valid while both stay the same.
 */
export const DERIVED = `
  -- How often each day was written to after it had long been over.
  CREATE TABLE late_writes (
    website_id integer NOT NULL,
    day        date NOT NULL,
    writes     bigint NOT NULL,
    PRIMARY KEY (website_id, day)
  );

  -- Sums of whole months. This row is there when those of the other three tables are, and says if
  -- they are valid.
  CREATE TABLE month_sums (
    website_id  integer NOT NULL,
    month       date NOT NULL,
    timezone    text NOT NULL,
    late_writes bigint NOT NULL,
    PRIMARY KEY (website_id, month)
  );
  CREATE TABLE month_sums_days (
    duration_s bigint NOT NULL,
    engaged_ms bigint NOT NULL,
    scroll     bigint NOT NULL,
    website_id integer NOT NULL,
    month      date NOT NULL,
    day        date NOT NULL,
    pageviews  integer NOT NULL,
    visitors   integer NOT NULL,
    visits     integer NOT NULL,
    bounces    integer NOT NULL,
    events     integer NOT NULL,
    PRIMARY KEY (website_id, month, day)
  );
  CREATE TABLE month_sums_pages (
    engaged_ms bigint NOT NULL,
    scroll     bigint NOT NULL,
    website_id integer NOT NULL,
    month      date NOT NULL,
    page_id    integer NOT NULL,
    pageviews  integer NOT NULL,
    visitors   integer NOT NULL,
    entries    integer NOT NULL,
    exits      integer NOT NULL,
    PRIMARY KEY (website_id, month, page_id)
  );
  CREATE TABLE month_sums_values (
    website_id integer NOT NULL,
    month      date NOT NULL,
    value_id   integer NOT NULL,
    visitors   integer NOT NULL,
    visits     integer NOT NULL,
    hits       integer NOT NULL,
    dimension  smallint NOT NULL,
    PRIMARY KEY (website_id, dimension, month, value_id)
  );

  -- The visits of a day by column, compressed (docs/adr/0013), in blocks of neighbouring visitors.
  CREATE TABLE column_blocks (
    writes          bigint NOT NULL,
    website_id      integer NOT NULL,
    day             date NOT NULL,
    number          integer NOT NULL,
    -- Processes remember what they have decoded by it.
    version         uuid NOT NULL DEFAULT gen_random_uuid(),
    timezone        text NOT NULL,
    -- Ids of the visits that began or ended on another day, in their order.
    crossing        bigint[] NOT NULL,
    -- A number for each visit. Traits are bits of TRAITS; hits is how many of the hits below are
    -- the visit's.
    traits          bytea NOT NULL,
    duration        bytea NOT NULL,
    pageviews       bytea NOT NULL,
    events          bytea NOT NULL,
    engaged         bytea NOT NULL,
    scroll          bytea NOT NULL,
    hits            bytea NOT NULL,
    -- A number for each hit: there is one for each page that a visit viewed, and each name of an
    -- event that it sent.
    hit_count       bytea NOT NULL,
    hit_engaged     bytea NOT NULL,
    hit_scroll      bytea NOT NULL,
    -- An id of the dictionary for each visit. A column that is added later is nullable: blocks
    -- without it are made anew.
    entry_page      bytea NOT NULL,
    exit_page       bytea NOT NULL,
    referrer        bytea NOT NULL,
    channel         bytea NOT NULL,
    utm_source      bytea NOT NULL,
    utm_medium      bytea NOT NULL,
    utm_campaign    bytea NOT NULL,
    utm_term        bytea NOT NULL,
    utm_content     bytea NOT NULL,
    country         bytea NOT NULL,
    region          bytea NOT NULL,
    city            bytea NOT NULL,
    browser         bytea NOT NULL,
    browser_version bytea,
    os              bytea NOT NULL,
    os_version      bytea,
    device          bytea NOT NULL,
    language        bytea NOT NULL,
    screen          bytea NOT NULL,
    -- An id for each hit; the name is 0 for page views.
    hit_page        bytea NOT NULL,
    hit_name        bytea NOT NULL,
    PRIMARY KEY (website_id, day, number)
  );

  -- What goals and funnels came to on a day.
  CREATE TABLE goal_days (
    writes      bigint NOT NULL,
    website_id  integer NOT NULL,
    day         date NOT NULL,
    -- Of the first rule, without those of visitors in crossing.
    conversions integer NOT NULL,
    -- A goal's rule, or a funnel's in order. The key, as goals with equal rules share their days.
    rules       text NOT NULL,
    timezone    text NOT NULL,
    -- Visitors who took each step, without those of crossing.
    visitors    integer[] NOT NULL,
    -- Visitors who may be in other days, too, with what they did: days can't just be added up for
    -- them.
    crossing    jsonb NOT NULL,
    -- Amounts by currency, as decimal numbers in texts.
    revenue     jsonb NOT NULL,
    PRIMARY KEY (website_id, rules, day)
  );
`;
