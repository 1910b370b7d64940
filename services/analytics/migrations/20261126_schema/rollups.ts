/**
 * Sums that the writer keeps in the transaction of the events. A row is updated often, so pages
 * keep room for it. Days are those of the website's time zone; scroll is in percent, added up.
 */
export const ROLLUPS = `
  -- By quarter of an hour, which every time zone is made of.
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
  ) WITH (fillfactor = 70);

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
  ) WITH (fillfactor = 70);

  -- By value of a dimension. The day comes after it: a question is about one dimension and many
  -- days.
  CREATE TABLE rollup_values (
    website_id integer NOT NULL,
    day        date NOT NULL,
    value_id   integer NOT NULL,
    visitors   integer NOT NULL,
    visits     integer NOT NULL,
    hits       integer NOT NULL,
    dimension  smallint NOT NULL,
    PRIMARY KEY (website_id, dimension, day, value_id)
  ) WITH (fillfactor = 70);

  -- Web vitals as histograms: how many views of a page, on a kind of device, measured a value in
  -- each bucket. Histograms of days can be added up, so they give percentiles for any range.
  CREATE TABLE rollup_vitals (
    website_id integer NOT NULL,
    day        date NOT NULL,
    page_id    integer NOT NULL,
    device_id  integer NOT NULL,
    hits       integer NOT NULL,
    vital      smallint NOT NULL,
    bucket     smallint NOT NULL,
    PRIMARY KEY (website_id, day, vital, page_id, device_id, bucket)
  ) WITH (fillfactor = 70);
`;
