import { invalid } from '@platform/errors';

import { comparisonRange, lengthInDays, spanOf } from '../../calendar/date-range.ts';
import type { Comparison, DateRange } from '../../calendar/date-range.ts';
import { isTime } from '../../dimensions/dimension-names.ts';
import type { GroupBy } from '../../dimensions/dimension-names.ts';
import type { Filter } from './filter.ts';
import { metricsOf, sumsOf } from '../../metrics/metric-values.ts';
import { NO_SUMS } from '../../metrics/sums.ts';
import type { Metric, MetricValues } from '../../metrics/metric-values.ts';
import type { RowOrder } from './row-order.ts';
import type { StatsStore } from '../stats-store.ts';
import type { SumsRow } from './stats-rows.ts';
import { intervalIn } from './sums-request.ts';
import type { Site, SumsRequest } from './sums-request.ts';
import { timeBuckets } from '../../calendar/time-buckets.ts';

/** A question with every name resolved: days instead of a preset, an order instead of a default. */
export interface ResolvedQuery {
  readonly metrics: readonly Metric[];
  readonly groupBy: readonly GroupBy[];
  readonly filter: Filter;
  readonly range: DateRange;
  readonly compare?: Comparison | undefined;
  readonly sort?: RowOrder['sort'] | undefined;
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface AnswerRow {
  /** By dimension: a bucket's label, or a value. */
  readonly dimensions: Readonly<Record<string, string>>;
  /** Title of the page in the dimensions. */
  readonly title: string | null;
  readonly metrics: MetricValues;
  /** The metrics of the range compared with; null where it has no such bucket. */
  readonly comparison?: MetricValues | null;
}

export interface Answer {
  readonly rows: readonly AnswerRow[];
  readonly total: number;
  readonly comparisonRange: DateRange | undefined;
  /** True where imported days are counted. */
  readonly hasImported: boolean;
}

/** Most days answered in short intervals; beyond these there are more rows than anybody reads. */
const LONGEST: Partial<Record<string, number>> = { minute: 2, hour: 800 };
const ALL = 100_000;

const requestOf = (site: Site, query: ResolvedQuery, range: DateRange): SumsRequest => {
  const span = spanOf(range, site.timezone);
  const interval = intervalIn(query.groupBy);
  return {
    site,
    range,
    span,
    groupBy: query.groupBy,
    filter: query.filter,
    sums: sumsOf(query.metrics),
    buckets: interval && timeBuckets(span, interval, site.timezone),
  };
};

const defaultSort = (query: ResolvedQuery): RowOrder['sort'] => {
  const time = query.groupBy.find(isTime);
  if (time !== undefined) return [{ by: time, order: 'asc' }];
  return query.metrics.slice(0, 1).map((by) => ({ by, order: 'desc' }));
};

const keyText = (keys: SumsRow['keys']): string => JSON.stringify(keys);

/** A row for every bucket, including those in which nothing was counted. */
const filled = (rows: readonly SumsRow[], buckets: number): readonly SumsRow[] => {
  const byBucket = new Map(rows.map((row) => [row.keys[0], row]));
  return Array.from(
    { length: buckets },
    (_, bucket) => byBucket.get(bucket) ?? { keys: [bucket], title: null, sums: NO_SUMS },
  );
};

const refuseTooFine = (query: ResolvedQuery): void => {
  const interval = intervalIn(query.groupBy);
  const longest = LONGEST[interval ?? ''];
  if (longest !== undefined && lengthInDays(query.range) > longest)
    throw invalid([
      { field: 'dimensions', message: `dimensions may hold time:${interval} for up to ${longest} days only` },
    ]);
};

const compareRows = async (
  store: Pick<StatsStore, 'page'>,
  request: SumsRequest,
  rows: readonly SumsRow[],
): Promise<ReadonlyMap<string, SumsRow>> => {
  const only = request.groupBy.flatMap((name, key) =>
    isTime(name) ? [] : [{ key, values: [...new Set(rows.map((row) => String(row.keys[key])))] }],
  );
  const page = await store.page(request, {
    sort: [],
    limit: ALL,
    offset: 0,
    ...(only.length > 0 ? { only } : {}),
  });
  return new Map(page.rows.map((row) => [keyText(row.keys), row]));
};

/**
 * Answers a question. Split by time alone, it has a row for every bucket, in time order; otherwise
 * a row for everything counted. The comparison of a row has the same value and the same place in
 * time.
 * @throws AppError `invalid` for minutes or hours over too long a range
 */
export const answerQuery = async (
  store: Pick<StatsStore, 'page'>,
  site: Site,
  query: ResolvedQuery,
): Promise<Answer> => {
  refuseTooFine(query);
  const request = requestOf(site, query, query.range);
  const sort = query.sort ?? defaultSort(query);
  const onlyTime = query.groupBy.length === 1 && request.buckets !== undefined;
  const order = { sort, search: query.search, limit: query.limit, offset: query.offset };
  const page = await store.page(request, onlyTime ? { sort: [], limit: ALL, offset: 0 } : order);
  const ofRange = query.compare && comparisonRange(query.range, query.compare);
  const other = ofRange && requestOf(site, query, ofRange);

  const all = onlyTime ? filled(page.rows, request.buckets.starts.length) : page.rows;
  const before = other && all.length > 0 ? await compareRows(store, other, all) : undefined;
  const toRow = ({ keys, title, sums }: SumsRow): AnswerRow => {
    const earlier = before?.get(keyText(keys))?.sums ?? NO_SUMS;
    const bucket = request.groupBy.findIndex(isTime);
    const isBeyond = bucket >= 0 && Number(keys[bucket]) >= (other?.buckets?.starts.length ?? Infinity);
    return {
      title,
      dimensions: Object.fromEntries(
        query.groupBy.map((name, index) => {
          const key = keys[index] ?? '';
          return [name, isTime(name) ? (request.buckets?.labels[Number(key)] ?? '') : String(key)];
        }),
      ),
      metrics: metricsOf(sums, query.metrics),
      ...(other === undefined ? {} : { comparison: isBeyond ? null : metricsOf(earlier, query.metrics) }),
    };
  };
  const rows = all.map(toRow);
  const { hasImported } = page;
  if (!onlyTime) return { rows, hasImported, total: page.total, comparisonRange: ofRange };
  const sorted = sortByFirst(rows, sort);
  return {
    rows: sorted.slice(query.offset, query.offset + query.limit),
    hasImported,
    total: rows.length,
    comparisonRange: ofRange,
  };
};

/** Sorts rows that are complete and in time order. */
const sortByFirst = (rows: readonly AnswerRow[], sort: RowOrder['sort']): readonly AnswerRow[] => {
  const indexed = rows.map((row, index) => ({ row, index }));
  return indexed
    .sort((a, b) => {
      for (const { by, order } of sort) {
        const sign = order === 'asc' ? 1 : -1;
        const isMetric = by in a.row.metrics;
        const [x, y] = isMetric
          ? [a.row.metrics[by as Metric] ?? null, b.row.metrics[by as Metric] ?? null]
          : [a.index, b.index];
        if (x === y) continue;
        // A mean of nothing comes last in both directions.
        if (x === null || y === null) return x === null ? 1 : -1;
        return x < y ? -sign : sign;
      }
      return a.index - b.index;
    })
    .map(({ row }) => row);
};
