import type { Database } from '@platform/database';
import type { Knex } from 'knex';

import { spanOf } from './date-range.ts';
import type { Site } from './sums-request.ts';
import { addDays, addMonths } from './zone.ts';
import type { LocalDate } from './zone.ts';

export interface MonthSumsStore {
  /** Of the months, those whose sums are there and still true, and those whose sums are to be made. */
  check(
    site: Site,
    months: readonly LocalDate[],
  ): Promise<{ readonly fresh: readonly LocalDate[]; readonly stale: readonly LocalDate[] }>;
  /** Makes the sums of a month. Several processes may do so at once. */
  make(site: Site, month: LocalDate): Promise<void>;
}

/**
 * The sums of quarters of an hour only ever grow with what arrives, and the writer keeps them in the transaction in which it changes
 * the daily rollups. So a month whose total is what it was when its sums were made has not changed since, and one
 * that retention has cut has another total.
 */
const TOTAL =
  'q.pageviews::numeric + q.events + q.visits + q.visitors + q.engaged_ms + q.scroll + q.duration_s';

const CHECK = `
  SELECT to_char(m.month, 'YYYY-MM-DD') AS month, s.checksum IS NOT NULL AND s.checksum = (
    SELECT coalesce(sum(${TOTAL}), 0) FROM rollup_quarters q WHERE q.website_id = ? AND q.bucket >= m.start AND q.bucket < m.finish) AS is_fresh
  FROM unnest(?::date[], ?::timestamptz[], ?::timestamptz[]) AS m(month, start, finish)
  LEFT JOIN month_sums s ON s.website_id = ? AND s.month = m.month AND s.timezone = ?
  ORDER BY m.month`;

const MAKE_PAGES = `
  INSERT INTO month_sums_pages (website_id, month, page_id, pageviews, visitors, engaged_ms, scroll, entries, exits)
  SELECT website_id, ?::date, page_id, sum(pageviews), sum(visitors), sum(engaged_ms), sum(scroll), sum(entries), sum(exits)
  FROM rollup_pages WHERE website_id = ? AND day >= ?::date AND day < ?::date GROUP BY website_id, page_id`;

const MAKE_VALUES = `
  INSERT INTO month_sums_values (website_id, month, dimension, value_id, visitors, visits, hits)
  SELECT website_id, ?::date, dimension, value_id, sum(visitors), sum(visits), sum(hits)
  FROM rollup_values WHERE website_id = ? AND day >= ?::date AND day < ?::date GROUP BY website_id, dimension, value_id`;

const MAKE_CHECKSUM = `
  INSERT INTO month_sums (website_id, month, timezone, checksum)
  SELECT ?, ?::date, ?, coalesce(sum(${TOTAL}), 0) FROM rollup_quarters q WHERE q.website_id = ? AND q.bucket >= ? AND q.bucket < ?`;

const LOCK = 0x6d73756d;

const spanOfMonth = (site: Site, month: LocalDate): readonly [Date, Date] => {
  const { start, end } = spanOf({ from: month, to: addDays(addMonths(month, 1), -1) }, site.timezone);
  return [new Date(start), new Date(end)];
};

/** Sums of months, made of the daily rollups and checked against the rollup of quarters at each use. */
export const createMonthSumsStore = (database: Database | Knex): MonthSumsStore => ({
  async check(site, months) {
    if (months.length === 0) return { fresh: [], stale: [] };
    const spans = months.map((month) => spanOfMonth(site, month));
    const { rows } = await database.raw<{ rows: { month: LocalDate; is_fresh: boolean }[] }>(CHECK, [
      ...[site.id, [...months], spans.map(([start]) => start), spans.map(([, end]) => end)],
      ...[site.id, site.timezone],
    ]);
    const monthsThat = (isFresh: boolean) =>
      rows.filter((row) => row.is_fresh === isFresh).map(({ month }) => month);
    return { fresh: monthsThat(true), stale: monthsThat(false) };
  },

  make: (site, month) =>
    database.transaction(
      async (transaction) => {
        const { rows } = await transaction.raw<{ rows: { locked: boolean }[] }>(
          'SELECT pg_try_advisory_xact_lock(?, ?) AS locked',
          [LOCK, site.id],
        );
        // Another process is at it.
        if (rows[0]?.locked !== true) return;
        const key = { website_id: site.id, month };
        for (const table of ['month_sums', 'month_sums_pages', 'month_sums_values'])
          await transaction(table).where(key).delete();
        const days = [month, site.id, month, addMonths(month, 1)];
        await transaction.raw(MAKE_PAGES, days);
        await transaction.raw(MAKE_VALUES, days);
        await transaction.raw(MAKE_CHECKSUM, [
          site.id,
          month,
          site.timezone,
          site.id,
          ...spanOfMonth(site, month),
        ]);
      },
      // One snapshot for the sums and what they are checked against.
      { isolationLevel: 'repeatable read' },
    ),
});
