import type { Span } from '../calendar/date-range.ts';
import { EVENT_KINDS } from '../dimensions/event-kinds.ts';
import { numberOf } from '../dimensions/stored-dimensions.ts';
import { literal, sql } from '../sql/sql.ts';
import type { Sql } from '../sql/sql.ts';
import { encodedPage } from '../stats/query/filter.ts';
import type { Direction } from './journey.ts';
import { LONGEST_VISIT, within } from '../stats/sql/span-sql.ts';

/** Rows of `direction`, the pages `p1` to `p3` on the way (0: the visit's end), and `views`. */
const waysSql = (direction: Direction, limit: number): Sql => {
  const way = literal(direction);
  // A way's first page alone, its first two, all three; the shorter ways first.
  return sql`(SELECT ${direction}::text AS direction, ${way}1 AS p1, ${way}2 AS p2, ${way}3 AS p3, count(*)::int AS views
    FROM ways GROUP BY GROUPING SETS ((), (${way}1), (${way}1, ${way}2), (${way}1, ${way}2, ${way}3))
    ORDER BY grouping(${way}1, ${way}2, ${way}3) DESC, count(*) DESC, 2, 3, 4 LIMIT ${limit})`;
};

/**
 * The ways through a page. Visits that reach beyond the span are followed there, so that its edges
 * aren't taken for their beginnings and ends.
 */
export const journeysSql = (websiteId: number, page: string, { start, end }: Span, limit: number): Sql => sql`
  WITH chosen AS MATERIALIZED (
    SELECT id FROM dictionary WHERE website_id = ${websiteId} AND dimension = ${numberOf('page')}
      AND value = ANY(${[page, encodedPage(page)]}::text[])),
  views AS (
    SELECT e.visit_id, e.ts, e.page_id, lag(e.page_id) OVER (PARTITION BY e.visit_id ORDER BY e.ts, e.page_id) AS before
    FROM events e
    WHERE e.website_id = ${websiteId} AND e.kind = ${EVENT_KINDS.pageview}
      AND ${within('e.ts', start - LONGEST_VISIT, end + LONGEST_VISIT)}
      AND e.visit_id IN (SELECT c.visit_id FROM events c WHERE c.website_id = ${websiteId}
        AND c.kind = ${EVENT_KINDS.pageview} AND ${within('c.ts', start, end)} AND c.page_id IN (SELECT id FROM chosen))),
  around AS (
    SELECT page_id, ts,
      coalesce(lag(page_id, 1) OVER w, 0) AS before1, coalesce(lag(page_id, 2) OVER w, 0) AS before2,
      coalesce(lag(page_id, 3) OVER w, 0) AS before3, coalesce(lead(page_id, 1) OVER w, 0) AS after1,
      coalesce(lead(page_id, 2) OVER w, 0) AS after2, coalesce(lead(page_id, 3) OVER w, 0) AS after3
    FROM views WHERE page_id IS DISTINCT FROM before
    WINDOW w AS (PARTITION BY visit_id ORDER BY ts, page_id)),
  ways AS MATERIALIZED (
    SELECT * FROM around WHERE page_id IN (SELECT id FROM chosen) AND ${within('ts', start, end)})
  ${waysSql('before', limit)} UNION ALL ${waysSql('after', limit)}`;
