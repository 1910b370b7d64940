import type { Database } from '@platform/database';

import { runCount } from '../goals/conversions-sql.ts';
import { sql } from '../sql/sql.ts';
import type { SiteDays, Totals } from './overview.ts';

export interface OverviewStore {
  /** Totals by website; one without traffic has none. Imported days count. */
  totals(sites: readonly SiteDays[]): Promise<ReadonlyMap<number, Totals>>;
}

const iso = (time: number): string => new Date(time).toISOString();

/** Adds up the rollups of many websites in one query. */
export const createOverviewStore = (database: Database): OverviewStore => ({
  async totals(sites) {
    if (sites.length === 0) return new Map();
    const ids = sites.map(({ id }) => id);
    const rows = await runCount<Totals & { readonly website_id: number }>(
      database,
      sql`
      SELECT website_id, sum(visitors)::float8 AS visitors, sum(visits)::float8 AS visits, sum(pageviews)::float8 AS pageviews
      FROM (
        SELECT q.website_id, q.visitors, q.visits, q.pageviews FROM rollup_quarters q
        JOIN unnest(${ids}::int[], ${sites.map(({ start }) => iso(start))}::timestamptz[], ${sites.map(({ end }) => iso(end))}::timestamptz[])
          AS s (id, starts_at, ends_at) ON q.website_id = s.id AND q.bucket >= s.starts_at AND q.bucket < s.ends_at
        UNION ALL
        SELECT d.website_id, d.visitors, d.visits, d.pageviews FROM imported_days d
        JOIN unnest(${ids}::int[], ${sites.map(({ from }) => from)}::date[], ${sites.map(({ to }) => to)}::date[])
          AS s (id, first_day, last_day) ON d.website_id = s.id AND d.day BETWEEN s.first_day AND s.last_day
      ) AS rows
      GROUP BY website_id`,
    );
    return new Map(rows.map(({ website_id: id, ...totals }) => [id, totals]));
  },
});
