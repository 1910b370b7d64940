import type { Database } from '@platform/database';

import { runCount } from '../goals/conversions-sql.ts';
import { sql } from '../sql/sql.ts';
import { LONGEST_VISIT } from '../stats/sql/grouped-sql.ts';

/** Metrics that the overview counts for each website. */
export const OVERVIEW_METRICS = ['visitors', 'visits', 'pageviews'] as const;
export type OverviewMetric = (typeof OVERVIEW_METRICS)[number];

export type Totals = Readonly<Record<OverviewMetric, number>>;

/** Days of a website that are counted together, as instants of its zone and as dates. */
export interface CountedDays {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
}

export interface OverviewStore {
  /** Totals of each of the days, in their order. Imported days count. */
  totals(asked: readonly CountedDays[]): Promise<readonly Totals[]>;
  /** Visitors of the last five minutes by website; one without any has none. */
  visitorsNow(ids: readonly number[], now: number): Promise<ReadonlyMap<number, number>>;
}

/** Of those who are there now. */
const RECENT = 5 * 60_000;

const NOTHING: Totals = { visitors: 0, visits: 0, pageviews: 0 };

const iso = (time: number): string => new Date(time).toISOString();

/**
 * Adds up the rollups of many websites in one query. Both sides of its union have `website_id`: only then
 * does Citus add up on the nodes.
 */
export const createOverviewStore = (database: Database): OverviewStore => ({
  async totals(asked) {
    if (asked.length === 0) return [];
    const [places, ids] = [[...asked.keys()], asked.map(({ id }) => id)];
    const rows = await runCount<Totals & { readonly place: number }>(
      database,
      sql`
      SELECT place, sum(visitors)::float8 AS visitors, sum(visits)::float8 AS visits, sum(pageviews)::float8 AS pageviews
      FROM (
        SELECT q.website_id, s.place, q.visitors, q.visits, q.pageviews FROM rollup_quarters q
        JOIN unnest(${places}::int[], ${ids}::int[], ${asked.map(({ start }) => iso(start))}::timestamptz[], ${asked.map(({ end }) => iso(end))}::timestamptz[])
          AS s (place, id, starts_at, ends_at) ON q.website_id = s.id AND q.bucket >= s.starts_at AND q.bucket < s.ends_at
        UNION ALL
        SELECT d.website_id, s.place, d.visitors, d.visits, d.pageviews FROM imported_days d
        JOIN unnest(${places}::int[], ${ids}::int[], ${asked.map(({ from }) => from)}::date[], ${asked.map(({ to }) => to)}::date[])
          AS s (place, id, first_day, last_day) ON d.website_id = s.id AND d.day BETWEEN s.first_day AND s.last_day
      ) AS rows
      GROUP BY place`,
    );
    const found = new Map(rows.map(({ place, ...totals }) => [place, totals]));
    return places.map((place) => found.get(place) ?? NOTHING);
  },
  async visitorsNow(ids, now) {
    if (ids.length === 0) return new Map();
    const rows = await runCount<{ readonly website_id: number; readonly visitors: number }>(
      database,
      sql`
      SELECT e.website_id, count(DISTINCT v.visitor_id)::int AS visitors
      FROM events e JOIN visits v ON v.website_id = e.website_id AND v.visit_id = e.visit_id
        AND v.started_at >= ${iso(now - LONGEST_VISIT)}::timestamptz
      WHERE e.website_id = ANY(${ids}::int[]) AND e.ts > ${iso(now - RECENT)}::timestamptz AND e.ts <= ${iso(now)}::timestamptz
      GROUP BY e.website_id`,
    );
    return new Map(rows.map(({ website_id: id, visitors }) => [id, visitors]));
  },
});
