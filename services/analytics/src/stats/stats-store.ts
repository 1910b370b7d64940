import type { Database } from '@platform/database';
import type { Knex } from 'knex';

import { createBlockCache } from './derived/columns/block-cache.ts';
import type { BlockCache } from './derived/columns/block-cache.ts';
import { createBlocksStore } from './derived/columns/blocks-store.ts';
import { createColumnReader } from './derived/columns/column-reader.ts';
import { localDay, startOfDay } from '../calendar/zone-day.ts';
import { isProperty, isTime } from '../dimensions/dimension-names.ts';
import type { GroupBy, VisitDimension } from '../dimensions/dimension-names.ts';
import { sumsFrom } from '../metrics/sums.ts';
import { toLive } from './live-row.ts';
import type { LiveRow } from './live-row.ts';
import { importedRangesSql } from './sql/imported-ranges-sql.ts';
import { liveSql, liveVisitorsSql } from './sql/live-sql.ts';
import { settledMonths } from './derived/month-sums.ts';
import { createMonthSumsStore } from './derived/month-sums-store.ts';
import type { Breakdown, ImportedRange, Live, SumsPage, TopDimension, TopList } from './query/stats-rows.ts';
import { pageSql } from './sql/page-sql.ts';
import type { RowOrder } from './query/row-order.ts';
import { fitsMonths, rollupSql } from './sql/rollup-sql.ts';
import type { Sql } from '../sql/sql.ts';
import { sql } from '../sql/sql.ts';
import { createSumsSources } from './sums-source.ts';
import type { SumsSource } from './sums-source.ts';
import { isDaily } from './query/sums-request.ts';
import type { Site, SumsRequest } from './query/sums-request.ts';
import { readTopLists } from './sql/top-lists.ts';
import type { LocalDay } from '../calendar/local-day.ts';
import { inTime, QUESTION_LIMITS } from './query-timeout.ts';

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

export interface StatsStoreOptions {
  /** Called with months whose sums would have helped. */
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
  const sourceOf = async (request: SumsRequest): Promise<SumsSource & { isOfRollups: boolean }> => {
    const query = rollupSql(fitsMonths(request) ? await withMonths(request) : request);
    return query === undefined
      ? { ...(await sources.sums(request)), isOfRollups: false }
      : { query, isOfRollups: true, isOfRows: false, missing: () => Promise.resolve([]) };
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
      const hasImported = source.isOfRollups && isDaily(request.groupBy);
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
    topValues: (request, dimensions, limitOf) =>
      inSnapshot((store) => store.topValues(request, dimensions, limitOf)),
  };
};
