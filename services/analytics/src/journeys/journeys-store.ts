import type { Database } from '@platform/database';

import type { Span } from '../calendar/date-range.ts';
import { EVENT_KINDS, numberOf } from '../dimensions/dimension-names.ts';
import { runCount } from '../goals/conversions-sql.ts';
import type { CountedVisits } from '../goals/conversions-sql.ts';
import { countedVisits } from '../goals/counted-visits.ts';
import type { CountedDays } from '../goals/counted-visits.ts';
import { literal, sql } from '../sql/sql.ts';
import type { Sql } from '../sql/sql.ts';
import { encodedPage } from '../stats/query/filter.ts';
import { LONGEST_VISIT, within } from '../stats/sql/grouped-sql.ts';

/** A page and how the visits went on from there; before a page, how they had come there. */
export interface JourneyNode {
  /** Null where the visit ended; before a page, where it had begun. */
  readonly page: string | null;
  /** How often this way was taken. */
  readonly views: number;
  readonly next: readonly JourneyNode[];
}

export interface Journeys {
  /** Views of the page; several in a row, as by reloading, count as one. */
  readonly views: number;
  readonly before: readonly JourneyNode[];
  readonly after: readonly JourneyNode[];
}

type Direction = 'before' | 'after';

/** How many pages away from the page a way is followed. */
const LEVELS = 3;

/** Rows of `direction`, the pages `p1` to `p3` on the way (0: the visit's end), and `views`. */
const waysSql = (direction: Direction, limit: number): Sql => {
  const way = literal(direction);
  // A way's first page alone, its first two, all three; the shorter ways first.
  return sql`(SELECT ${direction}::text AS direction, ${way}1 AS p1, ${way}2 AS p2, ${way}3 AS p3, count(*)::int AS views
    FROM ways GROUP BY GROUPING SETS ((), (${way}1), (${way}1, ${way}2), (${way}1, ${way}2, ${way}3))
    ORDER BY grouping(${way}1, ${way}2, ${way}3) DESC, count(*) DESC, 2, 3, 4 LIMIT ${limit})`;
};

/** Holds for a `c` whose visit meets a condition, looked up in a table of the ids of such visits. */
const isOneOf = (visits: Sql, websiteId: number, { start, end }: Span): Sql =>
  visits.text === 'true'
    ? sql`true`
    : sql`(c.visit_id IN (SELECT v.visit_id FROM visits v WHERE v.website_id = ${websiteId}
        AND ${within('v.started_at', start - LONGEST_VISIT, end)} AND ${visits})) IS TRUE`;

/**
 * The ways through a page. Visits that reach beyond the span are followed there, so that its edges
 * aren't taken for their beginnings and ends.
 */
const journeysSql = (
  { websiteId, span: { start, end }, visits }: CountedVisits,
  page: string,
  limit: number,
): Sql => sql`
  WITH chosen AS MATERIALIZED (
    SELECT id FROM dictionary WHERE website_id = ${websiteId} AND dimension = ${numberOf('page')}
      AND value = ANY(${[page, encodedPage(page)]}::text[])),
  through AS MATERIALIZED (
    SELECT DISTINCT c.visit_id FROM (
      SELECT c.visit_id FROM events c WHERE c.website_id = ${websiteId} AND c.kind = ${EVENT_KINDS.pageview}
        AND ${within('c.ts', start, end)} AND c.page_id IN (SELECT id FROM chosen) OFFSET 0) AS c
    WHERE ${isOneOf(visits, websiteId, { start, end })}),
  views AS (
    SELECT e.visit_id, e.ts, e.page_id, lag(e.page_id) OVER (PARTITION BY e.visit_id ORDER BY e.ts, e.page_id) AS before
    FROM events e
    WHERE e.website_id = ${websiteId} AND e.kind = ${EVENT_KINDS.pageview}
      AND ${within('e.ts', start - LONGEST_VISIT, end + LONGEST_VISIT)}
      AND e.visit_id IN (SELECT visit_id FROM through)),
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

/** A way by the ids of its pages, nearest first; null behind its end, 0 where the visit ended. */
interface Way {
  readonly ids: readonly (number | null)[];
  readonly views: number;
}

/** Pages that are shown behind each page. */
const BRANCHES = 10;

const startsWith = (ids: Way['ids'], start: readonly number[]): boolean =>
  start.every((id, index) => ids[index] === id);

/** Ways of one more page than `start`, those taken most often. */
const branchesOf = (ways: readonly Way[], start: readonly number[]): readonly Way[] =>
  ways
    .filter(
      ({ ids }) => startsWith(ids, start) && ids.filter((id) => id !== null).length === start.length + 1,
    )
    .slice(0, BRANCHES);

/**
 * The tree of ways, of which there are those of one page, of two and of three, each with its views.
 * @param ways those taken most often first
 */
const toTree = (
  ways: readonly Way[],
  nameOf: ReadonlyMap<number, string>,
  start: readonly number[] = [],
): readonly JourneyNode[] =>
  branchesOf(ways, start).map(({ ids, views }) => {
    const id = ids[start.length] ?? 0;
    const goesOn = id !== 0 && start.length + 1 < LEVELS;
    return {
      page: id === 0 ? null : (nameOf.get(id) ?? ''),
      views,
      next: goesOn ? toTree(ways, nameOf, [...start, id]) : [],
    };
  });

export interface JourneysStore {
  /** Reads the pages that visits viewed before and after a page. */
  through(days: CountedDays, page: string): Promise<Journeys>;
}

interface WayRow {
  readonly direction: Direction;
  readonly p1: number | null;
  readonly p2: number | null;
  readonly p3: number | null;
  readonly views: number;
}

/** Ways that are read in each direction: far more than a tree shows. */
const MOST_WAYS = 20_000;

/**
 * Reads journeys from the events: no rollup knows the order of views. A journey stays within a
 * visit: whoever returns in the evening didn't come from the page of the morning.
 */
export const createJourneysStore = (database: Database): JourneysStore => ({
  async through(days, page) {
    const counted = await countedVisits((query) => runCount(database, query), days);
    const { websiteId } = counted;
    const rows = await runCount<WayRow>(database, journeysSql(counted, page, MOST_WAYS));
    const ids = [...new Set(rows.flatMap(({ p1, p2, p3 }) => [p1, p2, p3]))].filter((id) => id !== null);
    const names = await runCount<{ id: number; value: string }>(
      database,
      sql`SELECT id, value FROM dictionary WHERE website_id = ${websiteId} AND id = ANY(${ids}::int[])`,
    );
    const nameOf = new Map(names.map(({ id, value }) => [id, value]));
    const waysOf = (direction: Direction): readonly Way[] =>
      rows
        .filter((row) => row.direction === direction)
        .map(({ p1, p2, p3, views }) => ({ ids: [p1, p2, p3], views }));
    return {
      views: waysOf('after').find(({ ids: [first] }) => first === null)?.views ?? 0,
      before: toTree(waysOf('before'), nameOf),
      after: toTree(waysOf('after'), nameOf),
    };
  },
});
