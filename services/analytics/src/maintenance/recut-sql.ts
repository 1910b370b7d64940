import { EVENT_FLAGS, EVENT_KINDS } from '../dimensions/event-kinds.ts';
import { HIT_DIMENSIONS, numberOf } from '../dimensions/stored-dimensions.ts';

const { pageview, event, engagement } = EVENT_KINDS;

const BEGAN = 'website_id = :id AND started_at >= :start AND started_at < :end';

const PAGE_COLUMNS = 'page_id, pageviews, visitors, entries, exits, engaged_ms, scroll';

/** A day's sums of pages, counted from its events and visits. */
const PAGES = `
  SELECT page_id, sum(pageviews) AS pageviews, sum(visitors) AS visitors, sum(entries) AS entries, sum(exits) AS exits,
    sum(engaged_ms) AS engaged_ms, sum(scroll) AS scroll
  FROM (
    SELECT page_id, (kind = ${pageview})::int AS pageviews,
      (kind = ${pageview} AND flags & ${EVENT_FLAGS.firstOfValueToday} > 0)::int AS visitors,
      0 AS entries, 0 AS exits, engaged_ms, scroll
    FROM events WHERE website_id = :id AND ts >= :start AND ts < :end AND kind IN (${pageview}, ${engagement})
    UNION ALL SELECT entry_page_id, 0, 0, 1, 0, 0, 0 FROM visits WHERE ${BEGAN}
    UNION ALL SELECT exit_page_id, 0, 0, 0, 1, 0, 0 FROM visits WHERE ${BEGAN}
  ) AS parts WHERE page_id <> 0 GROUP BY page_id`;

const VALUES = HIT_DIMENSIONS.map((name) => `(${numberOf(name)}, v.${name}_id)`).join(', ');

const VALUE_COLUMNS = 'dimension, value_id, visitors, visits, hits';

/** A day's sums of the other dimensions' values. */
const SUMS_OF_VALUES = `
  SELECT dimension, value_id, sum(visitors) AS visitors, sum(visits) AS visits, sum(hits) AS hits
  FROM (
    SELECT d.dimension, d.value_id, (v.first_today >> d.dimension) & 1 AS visitors, 1 AS visits, 0 AS hits
    FROM visits v CROSS JOIN LATERAL (VALUES ${VALUES}) AS d (dimension, value_id) WHERE ${BEGAN}
    UNION ALL
    SELECT ${numberOf('event')}, name_id, (flags & ${EVENT_FLAGS.firstOfValueToday} > 0)::int, 0, 1
    FROM events WHERE website_id = :id AND ts >= :start AND ts < :end AND kind = ${event}
  ) AS parts WHERE value_id <> 0 GROUP BY dimension, value_id`;

/** Counts a day into temporary tables, which takes long. */
export const COUNT: readonly string[] = [
  'DROP TABLE IF EXISTS recut_pages, recut_values',
  `CREATE TEMPORARY TABLE recut_pages ON COMMIT DROP AS ${PAGES}`,
  `CREATE TEMPORARY TABLE recut_values ON COMMIT DROP AS ${SUMS_OF_VALUES}`,
];

/** Puts what was counted in the place of what is there, which doesn't. */
export const REPLACE: readonly string[] = [
  'DELETE FROM rollup_pages WHERE website_id = :id AND day = :day::date',
  'DELETE FROM rollup_values WHERE website_id = :id AND day = :day::date',
  `INSERT INTO rollup_pages (website_id, day, ${PAGE_COLUMNS})
   SELECT :id::integer, :day::date, ${PAGE_COLUMNS} FROM recut_pages`,
  `INSERT INTO rollup_values (website_id, day, ${VALUE_COLUMNS})
   SELECT :id::integer, :day::date, ${VALUE_COLUMNS} FROM recut_values`,
];

/** How often something was written late to the day. */
export const LATE_WRITES =
  'SELECT coalesce(sum(writes), 0) AS writes FROM late_writes WHERE website_id = :id AND day = :day::date';

/** What was derived from the day's sums holds no longer. */
export const MARK_LATE = `
  INSERT INTO late_writes (website_id, day, writes) VALUES (:id, :day::date, 1)
  ON CONFLICT (website_id, day) DO UPDATE SET writes = late_writes.writes + 1`;
