import type { Database } from '@platform/database';
import type { Knex } from 'knex';

import { createBlockCache } from './columns/block-cache.ts';
import type { BlockCache } from './columns/block-cache.ts';
import { createBlocksStore } from './columns/blocks-store.ts';
import { createColumnReader } from './columns/column-reader.ts';
import { today } from './date-range.ts';
import type { DateRange } from './date-range.ts';
import { isProperty, isTime } from './dimensions.ts';
import type { GroupBy, VisitDimension } from './dimensions.ts';
import type { Sums } from './metrics.ts';
import { liveSql, liveVisitorsSql } from './live-sql.ts';
import { settledMonths } from './month-sums.ts';
import { createMonthSumsStore } from './month-sums-store.ts';
import type { Breakdown, Live, LiveValue, SumsPage, TopDimension, TopList } from './stats-rows.ts';
import { pageSql } from './page-sql.ts';
import type { RowOrder } from './page-sql.ts';
import { fitsMonths, rollupSql } from './rollup-sql.ts';
import type { Sql } from './sql.ts';
import { sql } from './sql.ts';
import { createSumsSources } from './sums-source.ts';
import type { SumsSource } from './sums-source.ts';
import type { Site, SumsRequest } from './sums-request.ts';
import { readTopLists } from './top-lists.ts';
import type { LocalDate } from './zone.ts';

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

export interface StatsStore {
  /** Time of the first thing that was counted (milliseconds since 1970). */
  firstTraffic(site: Site): Promise<number | undefined>;
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
  /** The first values of dimensions without any filter: pages by views, entry and exit pages and visit dimensions by visits, events by hits. */
  tops<Name extends TopDimension>(
    request: SumsRequest,
    dimensions: readonly Name[],
    limitOf: (name: Name) => number,
  ): Promise<ReadonlyMap<Name, TopList>>;
  /** Runs reads on one snapshot, so that the numbers of a page agree with each other. */
  inSnapshot<Result>(work: (store: StatsStore) => Promise<Result>): Promise<Result>;
}

type ResultRow = Record<string, unknown> & { readonly total: number };

/**
 * A statistics query is many rows and little code: compiling it costs more than it saves. A query that would run for longer
 * than the time-out is a stranger's way to keep the database busy.
 */
const SETTINGS = `SET LOCAL jit = off; SET LOCAL work_mem = '64MB'; SET LOCAL statement_timeout = '20s'`;

const keyOf = (name: GroupBy, index: number, row: ResultRow): number | string => {
  const value = isTime(name) || isProperty(name) ? row[`k${index}`] : row[`n${index}`];
  return typeof value === 'number' ? value : String(value);
};

const sumsOfRow = (row: ResultRow): Sums => ({
  visitors: Number(row['visitors']),
  visits: Number(row['visits']),
  bounces: Number(row['bounces']),
  duration: Number(row['duration']),
  pageviews: Number(row['pageviews']),
  events: Number(row['events']),
  engaged: Number(row['engaged']),
  scroll: Number(row['scroll']),
});

export interface StatsStoreOptions {
  /** Called with months whose sums would have been of use. */
  readonly onStaleMonths?: (site: Site, months: readonly LocalDate[]) => void;
  /** Called with settled days that would have been of use, had they been stored as columns. */
  readonly onMissingDays?: (site: Site, days: readonly LocalDate[]) => void;
  /** Milliseconds from which on a query of the rows is worth storing its days. */
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
  const freshMonths = async (site: Site, range: DateRange): Promise<readonly LocalDate[]> => {
    const months = settledMonths(range, today(site.timezone, Date.now()));
    const { fresh, stale } = await monthSums.check(site, months);
    if (stale.length > 0) onStaleMonths(site, stale);
    return fresh;
  };
  /** Months by site and range: in a snapshot they stay what they are, and a page asks for one range many times. */
  const knownMonths = new Map<string, Promise<readonly LocalDate[]>>();
  const withMonths = async (request: SumsRequest): Promise<SumsRequest> => {
    const { site, range } = request;
    const key = `${site.id} ${site.timezone} ${range.from} ${range.to}`;
    const known = knownMonths.get(key) ?? freshMonths(site, range);
    knownMonths.set(key, known);
    return { ...request, months: await known };
  };

  const firstTraffic = async (site: Site): Promise<number | undefined> => {
    const [row] = await run<{ first: Date | null }>(
      sql`SELECT min(bucket) AS first FROM rollup_quarters WHERE website_id = ${site.id}`,
    );
    return row?.first?.getTime();
  };

  const blocks = createBlocksStore(database, { cache });
  const sources = createSumsSources({ run, columns: createColumnReader({ blocks, firstTraffic }) });
  const sourceOf = async (request: SumsRequest): Promise<SumsSource> => {
    const query = rollupSql(fitsMonths(request) ? await withMonths(request) : request);
    return query === undefined
      ? sources.sums(request)
      : { query, isOfRows: false, missing: () => Promise.resolve([]) };
  };

  /** Runs what a source asks for. Days are worth storing where others were of use, and where the rows took long. */
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
    async live(site, now) {
      const [row] = await run<LiveRow>(liveSql(site.id, now));
      if (row === undefined) throw new Error('a query of aggregates has one row');
      return {
        ...{ visitors5: row.visitors_5, visitors30: row.visitors_30 },
        ...{ pageviews5: row.pageviews_5, pageviews30: row.pageviews_30, perMinute: row.per_minute },
        ...{ pages: row.pages, referrers: row.referrers, countries: row.countries },
      };
    },
    async liveVisitors(site, now) {
      const [row] = await run<{ visitors: number }>(liveVisitorsSql(site.id, now));
      return row?.visitors ?? 0;
    },
    tops: async (request, dimensions, limitOf) =>
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
    async page(request, order) {
      const source = await sourceOf(request);
      const paged = { ...source, query: pageSql(source.query, request, order) };
      const rows = await runSource<ResultRow>(request.site, paged);
      const total = rows[0]?.total ?? 0;
      if (rows.length === 0 && order.offset > 0)
        return {
          rows: [],
          total:
            (await run<ResultRow>(pageSql(source.query, request, { ...order, offset: 0, limit: 1 })))[0]
              ?.total ?? 0,
        };
      return {
        total,
        rows: rows.map((row) => ({
          keys: request.groupBy.map((name, index) => keyOf(name, index, row)),
          title: typeof row['title'] === 'string' ? row['title'] : null,
          sums: sumsOfRow(row),
        })),
      };
    },
  };
};

/** Reads statistics. Nothing here writes. */
export const createStatsStore = (database: Database, options: StatsStoreOptions = {}): StatsStore => {
  const cache = createBlockCache();
  const inSnapshot: StatsStore['inSnapshot'] = (work) =>
    database.transaction(
      async (transaction) => {
        await transaction.raw(SETTINGS);
        const reader = createReader(transaction, (inner) => inner(reader), cache, options);
        return work(reader);
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    );
  return {
    ...createReader(database, inSnapshot, cache, options),
    // What is derived is found true and then read: both in one snapshot.
    page: (request, order) => inSnapshot((store) => store.page(request, order)),
    breakdown: (request, dimensions, limit) =>
      inSnapshot((store) => store.breakdown(request, dimensions, limit)),
    tops: (request, dimensions, limitOf) => inSnapshot((store) => store.tops(request, dimensions, limitOf)),
  };
};
