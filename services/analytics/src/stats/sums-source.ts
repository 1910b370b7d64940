import { breakdownSql, topBreakdownSql } from './sql/breakdown-sql.ts';
import type { ColumnReader } from './derived/columns/column-reader.ts';
import { groupedVisitsSql, groupRowsSql } from './derived/columns/group-rows-sql.ts';
import { spanOf } from '../calendar/date-range.ts';
import type { DateRange } from '../calendar/date-range.ts';
import { fittingIds } from './sql/fitting-ids.ts';
import { addedSql, countedSql } from './sql/combined-sums-sql.ts';
import { rawSumsSql } from './sql/raw-sql.ts';
import type { VisitDimension } from '../dimensions/dimension-names.ts';
import type { Sql } from '../sql/sql.ts';
import type { SumsRequest } from './query/sums-request.ts';
import type { LocalDay } from '../calendar/local-day.ts';

/** A query that answers a request. */
export interface SumsSource {
  readonly query: Sql;
  /** True for a query that looks at all the rows. */
  readonly isOfRows: boolean;
  /** Settled days that would have helped as columns. */
  readonly missing: () => Promise<readonly LocalDay[]>;
}

export interface SumsSources {
  /** Sums by the request's keys. */
  sums(request: SumsRequest): Promise<SumsSource>;
  /** The most frequent values of each dimension by visits, under the request's filter. */
  breakdown(request: SumsRequest, dimensions: readonly VisitDimension[], limit: number): Promise<SumsSource>;
}

export interface SumsSourcesDeps {
  readonly run: <Row>(query: Sql) => Promise<Row[]>;
  readonly columns: ColumnReader;
}

/** A request for part of its days. The buckets stay, so keys keep their meaning. */
const partOf = (request: SumsRequest, range: DateRange): SumsRequest => ({
  ...request,
  range,
  span: spanOf(range, request.site.timezone),
});

/** Chooses between the columns of settled days and the raw rows for questions no rollup answers. */
export const createSumsSources = ({ run, columns }: SumsSourcesDeps): SumsSources => ({
  async sums(request) {
    const ids = await fittingIds(run, request);
    const count = await columns.count(request, [request.groupBy], ids);
    if (!count)
      return {
        query: countedSql(request, rawSumsSql(request, ids)),
        isOfRows: true,
        missing: () => columns.missing(request),
      };
    const parts = [
      ...count.rows.map((rows) => groupRowsSql(rows, request.groupBy.length)),
      ...count.rest.map((range) => rawSumsSql(partOf(request, range), ids)),
    ];
    return {
      query: countedSql(request, addedSql(request, parts)),
      isOfRows: false,
      missing: () => Promise.resolve(count.missing),
    };
  },
  async breakdown(request, dimensions, limit) {
    const ids = await fittingIds(run, request);
    const groupings = dimensions.map((dimension) => [dimension]);
    const count = await columns.count(request, groupings, ids);
    const parts = count
      ? [
          groupedVisitsSql(count.rows),
          ...count.rest.map((range) => breakdownSql(partOf(request, range), dimensions, ids)),
        ]
      : [breakdownSql(request, dimensions, ids)];
    return {
      query: topBreakdownSql(request.site.id, parts, limit),
      isOfRows: !count,
      missing: () => (count ? Promise.resolve(count.missing) : columns.missing(request)),
    };
  },
});
