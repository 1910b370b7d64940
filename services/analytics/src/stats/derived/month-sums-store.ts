import type { Database } from '@platform/database';
import type { Knex } from 'knex';

import { spanOf } from '../../calendar/date-range.ts';
import { DERIVED_LOCK, lateWritesSql } from './settled-days.ts';
import { IN_BACKGROUND, limitTransaction, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import type { Site } from '../query/sums-request.ts';
import { timeBuckets } from '../../calendar/time-buckets.ts';
import { addDays, addMonths } from '../../calendar/local-day.ts';
import type { LocalDay } from '../../calendar/local-day.ts';

/** The tables that hold what belongs to a month. */
export const MONTH_SUMS = ['month_sums', 'month_sums_days', 'month_sums_pages', 'month_sums_values'] as const;

export interface MonthSumsStore {
  /** Splits months into those whose sums exist and still hold, and those to be made. */
  check(
    site: Site,
    months: readonly LocalDay[],
  ): Promise<{ readonly fresh: readonly LocalDay[]; readonly stale: readonly LocalDay[] }>;
  /** Makes the sums of a month. Safe to run in several processes at once. */
  make(site: Site, month: LocalDay): Promise<void>;
}

const checkSql = (site: Site, months: readonly LocalDay[]): Sql => sql`
  SELECT to_char(s.month, 'YYYY-MM-DD') AS month FROM month_sums s
  WHERE s.website_id = ${site.id} AND s.month = ANY(${months}::date[]) AND s.timezone = ${site.timezone}
    AND s.late_writes = ${lateWritesSql(site.id, sql`s.month`, sql`s.month + interval '1 month'`)}`;

/** The sums of a month. Each statement is about one website, so on a cluster one node runs it. */
const makeSql = (site: Site, month: LocalDay): readonly Sql[] => {
  const [first, next] = [sql`${month}::date`, sql`${addMonths(month, 1)}::date`];
  const span = spanOf({ from: month, to: addDays(addMonths(month, 1), -1) }, site.timezone);
  const { starts, days } = timeBuckets(span, 'day', site);
  const instants = starts.map((start) => new Date(start).toISOString());
  const ofMonth = sql`website_id = ${site.id} AND day >= ${first} AND day < ${next}`;
  return [
    sql`INSERT INTO month_sums_pages (website_id, month, page_id, pageviews, visitors, engaged_ms, scroll, entries, exits)
      SELECT website_id, ${first}, page_id, sum(pageviews), sum(visitors), sum(engaged_ms), sum(scroll), sum(entries), sum(exits)
      FROM rollup_pages WHERE ${ofMonth} GROUP BY website_id, page_id`,
    sql`INSERT INTO month_sums_values (website_id, month, dimension, value_id, visitors, visits, hits)
      SELECT website_id, ${first}, dimension, value_id, sum(visitors), sum(visits), sum(hits)
      FROM rollup_values WHERE ${ofMonth} GROUP BY website_id, dimension, value_id`,
    sql`INSERT INTO month_sums_days
        (website_id, month, day, pageviews, visitors, visits, bounces, events, duration_s, engaged_ms, scroll)
      SELECT website_id, ${first}, (${days}::date[])[width_bucket(bucket, ${instants}::timestamptz[])] AS day, sum(pageviews),
        sum(visitors), sum(visits), sum(bounces), sum(events), sum(duration_s), sum(engaged_ms), sum(scroll)
      FROM rollup_quarters
      WHERE website_id = ${site.id} AND bucket >= ${new Date(span.start)} AND bucket < ${new Date(span.end)}
      GROUP BY website_id, day`,
  ];
};

/** Sums of months, made of the rollups. */
export const createMonthSumsStore = (database: Database | Knex): MonthSumsStore => ({
  async check(site, months) {
    if (months.length === 0) return { fresh: [], stale: [] };
    const { text, values } = checkSql(site, months);
    const { rows } = await database.raw<{ rows: { month: LocalDay }[] }>(text, values);
    const fresh = new Set(rows.map(({ month }) => month));
    return {
      fresh: months.filter((month) => fresh.has(month)),
      stale: months.filter((month) => !fresh.has(month)),
    };
  },

  make: (site, month) =>
    database.transaction(async (transaction) => {
      await limitTransaction(transaction, IN_BACKGROUND);
      const { rows } = await transaction.raw<{ rows: { locked: boolean }[] }>(
        'SELECT pg_try_advisory_xact_lock(?, ?) AS locked',
        [DERIVED_LOCK, site.id],
      );
      // Another process is making them.
      if (rows[0]?.locked !== true) return;
      for (const table of MONTH_SUMS) await transaction(table).where({ website_id: site.id, month }).delete();
      // Read before the sums: a batch that comes late from now on makes another number, so the sums
      // pass for stale, whether they have it or not.
      const late = sql`SELECT ${lateWritesSql(site.id, sql`${month}::date`, sql`${addMonths(month, 1)}::date`)}::float8 AS writes`;
      const counted = await transaction.raw<{ rows: { writes: number }[] }>(late.text, late.values);
      for (const { text, values } of makeSql(site, month)) await transaction.raw(text, values);
      await transaction('month_sums').insert({
        website_id: site.id,
        month,
        timezone: site.timezone,
        late_writes: counted.rows[0]?.writes ?? 0,
      });
    }),
});
