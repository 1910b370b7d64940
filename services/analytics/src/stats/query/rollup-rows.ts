import { spanOf } from '../../calendar/date-range.ts';
import type { Span } from '../../calendar/date-range.ts';
import { localDay, startOfDay } from '../../calendar/local-day.ts';
import type { TimeBuckets } from '../../calendar/time-buckets.ts';
import { fromWallClock, toWallClock } from '../../calendar/wall-clock.ts';
import { isTime } from '../../dimensions/dimension-names.ts';
import type { GroupBy } from '../../dimensions/dimension-names.ts';
import { METRIC_IDS, metricOf } from '../../metrics/metric-values.ts';
import type { Metric } from '../../metrics/metric-values.ts';
import { sumsFrom } from '../../metrics/metrics.ts';
import type { StatsStore } from '../stats-store.ts';
import type { Filter } from './filter.ts';
import type { RowOrder, SumsPage, SumsRow } from './stats-rows.ts';
import type { Site, SumsRequest } from './sums-request.ts';

/** A website of a rollup, with the filter as it reads there: goals and segments are its own. */
export interface RollupSite {
  readonly site: Site;
  readonly filter: Filter;
}

const ROWS_IN_ALL = 200_000;
const ROWS_OF_ONE = 10_000;

/** Rows that are read of each of so many websites, those first in the order asked for. */
export const rowsOfEach = (websites: number): number =>
  Math.min(ROWS_OF_ONE, Math.floor(ROWS_IN_ALL / Math.max(websites, 1)));

const keyText = (keys: SumsRow['keys']): string => JSON.stringify(keys);

const added = (a: SumsRow, b: SumsRow): SumsRow => ({
  keys: a.keys,
  title: a.title ?? b.title,
  sums: sumsFrom((sum) => a.sums[sum] + b.sums[sum]),
});

const isMetric = (name: Metric | GroupBy): name is Metric => (METRIC_IDS as readonly string[]).includes(name);

/** Sorts as the store does: a mean of nothing comes last, and equals go by their keys. */
const sorted = (
  rows: readonly SumsRow[],
  { groupBy }: Pick<SumsRequest, 'groupBy'>,
  sort: RowOrder['sort'],
): SumsRow[] => {
  const valueOf = (row: SumsRow, by: Metric | GroupBy): number | string | null =>
    isMetric(by) ? metricOf(row.sums, by) : (row.keys[groupBy.indexOf(by)] ?? null);
  const keyed = rows.map((row) => ({ row, values: sort.map(({ by }) => valueOf(row, by)) }));
  keyed.sort((a, b) => {
    for (const [index, { order }] of sort.entries()) {
      const [x = null, y = null] = [a.values[index], b.values[index]];
      if (x === y) continue;
      if (x === null || y === null) return x === null ? 1 : -1;
      return x < y === (order === 'asc') ? -1 : 1;
    }
    const [x, y] = [keyText(a.row.keys), keyText(b.row.keys)];
    return x < y ? -1 : 1;
  });
  return keyed.map(({ row }) => row);
};

/** The same pieces of the calendar in another zone: each begins when the clock there shows the same. */
const bucketsIn = (zone: string, buckets: TimeBuckets, leading: string): TimeBuckets =>
  zone === leading
    ? buckets
    : {
        ...buckets,
        starts: buckets.starts.map((start, index) => {
          const day = buckets.days[index];
          return day === undefined ? fromWallClock(zone, toWallClock(leading, start)) : startOfDay(zone, day);
        }),
      };

/** The instants of a request in a zone; where it ends within a day, as far on as that day is there now. */
const spanIn = (zone: string, request: SumsRequest, now: number | undefined): Span => {
  const span = spanOf(request.range, zone);
  if (request.endsWithinDay !== true || now === undefined) return span;
  const today = localDay(request.site.timezone, now);
  const elapsed = Math.max(0, now - startOfDay(zone, today));
  return { start: span.start, end: Math.min(span.end, span.start + elapsed) };
};

/**
 * Reads several websites as if they were one: each by its own calendar, and sums of the same keys
 * added up. A request names the website whose zone names the buckets.
 *
 * Of each website the first rows are read, 10,000 at most. The rows that are answered have the sums
 * of all websites, also of those where they come later.
 * @param now milliseconds since 1970; where a comparison ends within the day
 */
export const createRollupStore = (
  store: Pick<StatsStore, 'page'>,
  sites: readonly RollupSite[],
  now: number | undefined,
): Pick<StatsStore, 'page'> => {
  const gather = async (request: SumsRequest, order: RowOrder) => {
    const rows = new Map<string, SumsRow>();
    const found = { rows, isCut: false, hasImported: false };
    for (const { site, filter } of sites) {
      const { timezone } = site;
      const { buckets } = request;
      const own: SumsRequest = {
        ...request,
        site,
        filter,
        span: spanIn(timezone, request, now),
        buckets: buckets && bucketsIn(timezone, buckets, request.site.timezone),
      };
      const page = await store.page(own, order);
      for (const row of page.rows) {
        const key = keyText(row.keys);
        const known = rows.get(key);
        rows.set(key, known ? added(known, row) : row);
      }
      found.hasImported ||= page.hasImported;
      found.isCut ||= page.total > page.rows.length;
    }
    return found;
  };

  /** The rows with the sums of websites in which they weren't among the first. */
  const completed = async (request: SumsRequest, order: RowOrder, rows: readonly SumsRow[]) => {
    const only = request.groupBy.flatMap((name, key) =>
      isTime(name) ? [] : [{ key, values: [...new Set(rows.map((row) => String(row.keys[key])))] }],
    );
    const limit = Math.max(order.limit, ROWS_OF_ONE);
    const all = await gather(request, { sort: [], limit, offset: 0, only });
    return rows.map((row) => all.rows.get(keyText(row.keys)) ?? row);
  };

  return {
    async page(request, order): Promise<SumsPage> {
      const limit = Math.max(order.limit, rowsOfEach(sites.length));
      const { rows, isCut, hasImported } = await gather(request, { ...order, limit, offset: 0 });
      const all = sorted([...rows.values()], request, order.sort);
      const page = all.slice(order.offset, order.offset + order.limit);
      return {
        rows: isCut ? sorted(await completed(request, order, page), request, order.sort) : page,
        total: all.length,
        hasImported,
      };
    },
  };
};
