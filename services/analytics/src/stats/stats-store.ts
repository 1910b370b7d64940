import type { Database } from '@platform/database';
import type { Knex } from 'knex';

import type { DateRange } from '../calendar/date-range.ts';
import { addDays, addMonths, localDay, startOfDay } from '../calendar/local-day.ts';
import type { LocalDay } from '../calendar/local-day.ts';
import { isProperty, isTime } from '../dimensions/dimension-names.ts';
import type { GroupBy, VisitDimension } from '../dimensions/dimension-names.ts';
import { sumsFrom } from '../metrics/metrics.ts';
import { literal, sql, inTime, QUESTION_LIMITS } from '../sql/sql.ts';
import type { Sql } from '../sql/sql.ts';
import { createBlockCache, createBlocksStore } from './derived/columns/blocks-store.ts';
import type { BlockCache } from './derived/columns/blocks-store.ts';
import { createColumnReader } from './derived/columns/column-reader.ts';
import { readDayVisits } from './derived/columns/day-visits.ts';
import type { AskedVisits, DayVisits } from './derived/columns/day-visits.ts';
import { createMonthSumsStore } from './derived/month-sums-store.ts';
import { lastSettledDay } from './derived/settled-days.ts';
import type {
  RowOrder,
  Breakdown,
  ImportedRange,
  Live,
  LiveValue,
  SumsPage,
  TopDimension,
  TopList,
} from './query/stats-rows.ts';
import { isDaily } from './query/sums-request.ts';
import type { Site, SumsRequest } from './query/sums-request.ts';
import { fittingIds } from './sql/filter-sql.ts';
import { LONGEST_VISIT } from './sql/grouped-sql.ts';
import { pageSql, readTopLists } from './sql/page-sql.ts';
import { fitsMonths, rollupSql } from './sql/rollup-sql.ts';
import { createSumsSources } from './sums-source.ts';
import type { SumsSource } from './sums-source.ts';

const MINUTE = 60_000;

/** Selects the events of the last half hour, one row each. */
const recent = (websiteId: number, now: number): Sql => sql`
  recent AS (
    SELECT e.ts, e.kind, e.page_id, v.visitor_id, v.referrer_id, v.country_id
    FROM events e JOIN visits v ON v.website_id = e.website_id AND v.visit_id = e.visit_id AND v.website_id = ${websiteId}
      AND v.started_at >= ${new Date(now - LONGEST_VISIT)}
    WHERE e.website_id = ${websiteId} AND e.ts > ${new Date(now - 30 * MINUTE)} AND e.ts <= ${new Date(now)}
  )`;

const top = (column: 'page_id' | 'referrer_id' | 'country_id', websiteId: number): Sql => sql`
  (SELECT coalesce(json_agg(json_build_object('value', value, 'visitors', visitors)), '[]') FROM (
    SELECT d.value, count(DISTINCT r.visitor_id)::int AS visitors
    FROM recent r JOIN dictionary d ON d.website_id = ${websiteId} AND d.id = r.${literal(column)}
    GROUP BY d.value ORDER BY visitors DESC, d.value LIMIT 10) AS t)`;

/** How many visitors there were in the last 5 minutes, and nothing else. */
const liveVisitorsSql = (websiteId: number, now: number): Sql => sql`
  SELECT count(DISTINCT v.visitor_id)::int AS visitors
  FROM events e JOIN visits v ON v.website_id = e.website_id AND v.visit_id = e.visit_id AND v.website_id = ${websiteId}
    AND v.started_at >= ${new Date(now - LONGEST_VISIT)}
  WHERE e.website_id = ${websiteId} AND e.ts > ${new Date(now - 5 * MINUTE)} AND e.ts <= ${new Date(now)}`;

/** Reads the last 5 and 30 minutes in one query: visitors, their pages, minute by minute. */
const liveSql = (websiteId: number, now: number): Sql => sql`
  WITH ${recent(websiteId, now)}
  SELECT
    (SELECT count(DISTINCT visitor_id)::int FROM recent WHERE ts > ${new Date(now - 5 * MINUTE)}) AS visitors_5,
    (SELECT count(DISTINCT visitor_id)::int FROM recent) AS visitors_30,
    (SELECT count(*)::int FROM recent WHERE kind = 0 AND ts > ${new Date(now - 5 * MINUTE)}) AS pageviews_5,
    (SELECT count(*)::int FROM recent WHERE kind = 0) AS pageviews_30,
    (SELECT json_agg(coalesce(views, 0) ORDER BY minute) FROM generate_series(0, 29) AS minute
      LEFT JOIN (SELECT 29 - floor(date_part('epoch', ${new Date(now)}::timestamptz - ts) / 60)::int AS minute, count(*)::int AS views
        FROM recent WHERE kind = 0 GROUP BY 1) AS counted USING (minute)) AS per_minute,
    ${top('page_id', websiteId)} AS pages,
    ${top('referrer_id', websiteId)} AS referrers,
    ${top('country_id', websiteId)} AS countries`;

/** The one row of the query for the last half hour. */
interface LiveRow {
  readonly visitors_5: number;
  readonly visitors_30: number;
  readonly pageviews_5: number;
  readonly pageviews_30: number;
  readonly per_minute: readonly number[];
  readonly pages: readonly LiveValue[];
  readonly referrers: readonly LiveValue[];
  readonly countries: readonly LiveValue[];
}

/** The last half hour as it is answered. */
const toLive = (row: LiveRow): Live => ({
  visitors5: row.visitors_5,
  visitors30: row.visitors_30,
  pageviews5: row.pageviews_5,
  pageviews30: row.pageviews_30,
  perMinute: row.per_minute,
  pages: row.pages,
  referrers: row.referrers,
  countries: row.countries,
});

/** First days of the whole months in a range that are over and settled. */
export const settledMonths = (range: DateRange, today: LocalDay): readonly LocalDay[] => {
  const months: LocalDay[] = [];
  const settled = lastSettledDay(today);
  let month = range.from.endsWith('-01') ? range.from : `${addMonths(range.from, 1).slice(0, 8)}01`;
  for (; ; month = addMonths(month, 1)) {
    const last = addDays(addMonths(month, 1), -1);
    if (last > range.to || last > settled) return months;
    months.push(month);
  }
};

/** Rows of `from`, `to`, `days` and `source`: imported days of one program that follow each other. */
const importedRangesSql = (websiteId: number): Sql => sql`
  SELECT min(day)::text AS "from", max(day)::text AS "to", count(*)::int AS days, source FROM (
    SELECT day, source, day - row_number() OVER (PARTITION BY source ORDER BY day)::int AS stretch
    FROM imported_days WHERE website_id = ${websiteId}) AS days
  GROUP BY source, stretch ORDER BY min(day)`;

export interface StatsStore {
  /** Time of the first thing that was counted (milliseconds since 1970). */
  firstTraffic(site: Site): Promise<number | undefined>;
  /** Stretches of imported days, in the order of time. */
  importedDays(site: Site): Promise<readonly ImportedRange[]>;
  /** @param now milliseconds since 1970 */
  live(site: Site, now: number): Promise<Live>;
  /** Visitors of the last 5 minutes. @param now milliseconds since 1970 */
  liveVisitors(site: Site, now: number): Promise<number>;
  /** Answers a request from a rollup where one is exact, else from the raw rows. */
  page(request: SumsRequest, order: RowOrder): Promise<SumsPage>;
  /** The most frequent values of visit dimensions by visits, under the request's filter. */
  breakdown(
    request: SumsRequest,
    dimensions: readonly VisitDimension[],
    limit: number,
  ): Promise<ReadonlyMap<VisitDimension, readonly Breakdown[]>>;
  /**
   * The top values of dimensions without a filter: pages by views, events by hits, all others by
   * visits.
   */
  topValues<Name extends TopDimension>(
    request: SumsRequest,
    dimensions: readonly Name[],
    limitOf: (name: Name) => number,
  ): Promise<ReadonlyMap<Name, TopList>>;
  /**
   * Calls `each` with the visits of settled days of a range that are stored as columns, and which of them
   * match a filter that `fitsVisits`.
   */
  storedVisits(asked: AskedVisits, each: (visits: DayVisits) => void): Promise<void>;
  /**
   * Runs reads in one snapshot, so that the numbers of a page agree with each other.
   * @throws AppError `unavailable` when a read takes too long
   */
  inSnapshot<Result>(work: (store: StatsStore) => Promise<Result>): Promise<Result>;
}

type ResultRow = Record<string, unknown> & { readonly total: number };

/** So many buckets take longer to send to PostgreSQL than the first traffic takes to look up. */
const MANY_BUCKETS = 500;

const keyOf = (name: GroupBy, index: number, row: ResultRow): number | string => {
  const value = isTime(name) || isProperty(name) ? row[`k${index}`] : row[`n${index}`];
  return typeof value === 'number' ? value : String(value);
};

interface StatsStoreOptions {
  /** Called with the months for which sums would have helped. */
  readonly onStaleMonths?: (site: Site, months: readonly LocalDay[]) => void;
  /** Called with settled days that would have helped if stored as columns. */
  readonly onMissingDays?: (site: Site, days: readonly LocalDay[]) => void;
  /** A query of raw rows that takes this many milliseconds makes its days worth storing. */
  readonly slowMs?: number;
}

const createReader = (
  database: Knex,
  inSnapshot: StatsStore['inSnapshot'],
  cache: BlockCache,
  { onStaleMonths = () => undefined, onMissingDays = () => undefined, slowMs = 100 }: StatsStoreOptions,
): StatsStore => {
  const run = async <Row>({ text, values }: Sql): Promise<Row[]> => {
    const result = await database.raw<{ rows: Row[] }>(text, values);
    return result.rows;
  };

  const monthSums = createMonthSumsStore(database);
  const freshMonths = async ({ site, range, since }: SumsRequest): Promise<readonly LocalDay[]> => {
    const first = since === undefined ? range.from : `${localDay(site.timezone, since).slice(0, 8)}01`;
    const counted = { from: first > range.from ? first : range.from, to: range.to };
    const months = settledMonths(counted, localDay(site.timezone, Date.now()));
    const { fresh, stale } = await monthSums.check(site, months);
    if (stale.length > 0) onStaleMonths(site, stale);
    return fresh;
  };
  /**
   * Months by site and range. A snapshot doesn't change, and a page asks for one range many times.
   */
  const knownMonths = new Map<string, Promise<readonly LocalDay[]>>();
  const withMonths = async (request: SumsRequest): Promise<SumsRequest> => {
    const { site, range } = request;
    const key = `${site.id} ${site.timezone} ${range.from} ${range.to}`;
    const known = knownMonths.get(key) ?? freshMonths(request);
    knownMonths.set(key, known);
    return { ...request, months: await known };
  };

  const firstCounted = async (site: Site): Promise<number | undefined> => {
    const [row] = await run<{ first: Date | null }>(
      sql`SELECT min(bucket) AS first FROM rollup_quarters WHERE website_id = ${site.id}`,
    );
    return row?.first?.getTime();
  };
  const firstTraffic = async (site: Site): Promise<number | undefined> => {
    const [counted, [imported]] = [await firstCounted(site), await importedDays(site)];
    const firsts = [counted, imported && startOfDay(site.timezone, imported.from)];
    const known = firsts.filter((first) => first !== undefined);
    return known.length === 0 ? undefined : Math.min(...known);
  };
  const importedDays = (site: Site): Promise<readonly ImportedRange[]> =>
    run<ImportedRange>(importedRangesSql(site.id));

  /** A request that knows since when something was counted, where it has many buckets. */
  const withSince = async (request: SumsRequest): Promise<SumsRequest> =>
    (request.buckets?.starts.length ?? 0) > MANY_BUCKETS
      ? { ...request, since: await firstTraffic(request.site) }
      : request;

  const blocks = createBlocksStore(database, { cache });
  const sources = createSumsSources({
    run,
    columns: createColumnReader({ blocks, firstTraffic: firstCounted }),
  });
  const sourceOf = async (request: SumsRequest): Promise<SumsSource> => {
    const query = request.endsWithinDay
      ? undefined
      : rollupSql(fitsMonths(request) ? await withMonths(request) : request);
    return query === undefined
      ? sources.sums(request)
      : {
          query,
          isOfRows: false,
          hasImported: isDaily(request.groupBy),
          missing: () => Promise.resolve([]),
        };
  };

  /**
   * Runs a source's query. Days are worth storing where others were of use, and where raw rows took
   * long.
   */
  const runSource = async <Row>(site: Site, { query, isOfRows, missing }: SumsSource): Promise<Row[]> => {
    const begin = performance.now();
    const rows = await run<Row>(query);
    if (!isOfRows || performance.now() - begin >= slowMs) {
      const days = await missing();
      if (days.length > 0) onMissingDays(site, days);
    }
    return rows;
  };

  return {
    inSnapshot,
    firstTraffic,
    importedDays,
    async live(site, now) {
      const [row] = await run<LiveRow>(liveSql(site.id, now));
      if (row === undefined) throw new Error('a query of aggregates has one row');
      return toLive(row);
    },
    async liveVisitors(site, now) {
      const [row] = await run<{ visitors: number }>(liveVisitorsSql(site.id, now));
      return row?.visitors ?? 0;
    },
    storedVisits: async (asked, each) => readDayVisits(blocks, asked, await fittingIds(run, asked), each),
    topValues: async (request, dimensions, limitOf) =>
      readTopLists(run, await withMonths(request), dimensions, limitOf),
    async breakdown(request, dimensions, limit) {
      const source = await sources.breakdown(request, dimensions, limit);
      const rows = await runSource<Breakdown & { readonly which: number }>(request.site, source);
      return new Map(
        dimensions.map((dimension, index) => [
          dimension,
          rows.filter((row) => row.which === index).map(({ value, visits }) => ({ value, visits })),
        ]),
      );
    },
    async page(asked, order) {
      const request = await withSince(asked);
      const source = await sourceOf(request);
      const { hasImported } = source;
      const paged = { ...source, query: pageSql(source.query, request, order) };
      const rows = await runSource<ResultRow>(request.site, paged);
      const total = rows[0]?.total ?? 0;
      if (rows.length === 0 && order.offset > 0)
        return {
          hasImported,
          rows: [],
          total:
            (await run<ResultRow>(pageSql(source.query, request, { ...order, offset: 0, limit: 1 })))[0]
              ?.total ?? 0,
        };
      return {
        total,
        hasImported,
        rows: rows.map((row) => ({
          keys: request.groupBy.map((name, index) => keyOf(name, index, row)),
          title: typeof row['title'] === 'string' ? row['title'] : null,
          sums: sumsFrom((sum) => Number(row[sum])),
        })),
      };
    },
  };
};

/** Reads statistics. Nothing here writes. */
export const createStatsStore = (database: Database, options: StatsStoreOptions = {}): StatsStore => {
  const cache = createBlockCache();
  const inSnapshot: StatsStore['inSnapshot'] = (work) =>
    inTime(
      database.transaction(
        async (transaction) => {
          await transaction.raw(QUESTION_LIMITS);
          const reader = createReader(transaction, (inner) => inner(reader), cache, options);
          return work(reader);
        },
        { isolationLevel: 'repeatable read', readOnly: true },
      ),
    );
  return {
    ...createReader(database, inSnapshot, cache, options),
    // Derived data is checked and read in the same snapshot.
    page: (request, order) => inSnapshot((store) => store.page(request, order)),
    breakdown: (request, dimensions, limit) =>
      inSnapshot((store) => store.breakdown(request, dimensions, limit)),
    storedVisits: (asked, each) => inSnapshot((store) => store.storedVisits(asked, each)),
    topValues: (request, dimensions, limitOf) =>
      inSnapshot((store) => store.topValues(request, dimensions, limitOf)),
  };
};
