import { mapInTurns } from '@platform/runtime';
import { comparisonRange, spanOf } from '../../calendar/date-range.ts';
import type { DateRange } from '../../calendar/date-range.ts';
import { isTime } from '../../dimensions/dimension-names.ts';
import { metricsOf, sumsOf } from '../../metrics/metric-values.ts';
import { NO_SUMS } from '../../metrics/sums.ts';
import type { RowOrder } from './row-order.ts';
import type { StatsStore } from '../stats-store.ts';
import type { SumsRow } from './stats-rows.ts';
import { intervalIn } from './sums-request.ts';
import type { Site, SumsRequest } from './sums-request.ts';
import { timeBucketsInTurns } from '../../calendar/time-buckets.ts';
import { sortByFirst } from './sort-rows.ts';
import type { ResolvedQuery, AnswerRow, Answer } from './resolved-query.ts';
import { ALL_ROWS, keyText, compareRows } from './compare-rows.ts';
import { refuseTooFine } from './refuse-too-fine.ts';

const requestOf = async (site: Site, query: ResolvedQuery, range: DateRange): Promise<SumsRequest> => {
  const span = spanOf(range, site.timezone);
  const interval = intervalIn(query.groupBy);
  return {
    site,
    range,
    span,
    groupBy: query.groupBy,
    filter: query.filter,
    sums: sumsOf(query.metrics),
    buckets: interval && (await timeBucketsInTurns(span, interval, site.timezone)),
  };
};

const defaultSort = (query: ResolvedQuery): RowOrder['sort'] => {
  const time = query.groupBy.find(isTime);
  if (time !== undefined) return [{ by: time, order: 'asc' }];
  return query.metrics.slice(0, 1).map((by) => ({ by, order: 'desc' }));
};

/** A row for every bucket, including those in which nothing was counted. */
const filled = (rows: readonly SumsRow[], buckets: number): readonly SumsRow[] => {
  const byBucket = new Map(rows.map((row) => [row.keys[0], row]));
  return Array.from(
    { length: buckets },
    (_, bucket) => byBucket.get(bucket) ?? { keys: [bucket], title: null, sums: NO_SUMS },
  );
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
  const request = await requestOf(site, query, query.range);
  const sort = query.sort ?? defaultSort(query);
  const onlyTime = query.groupBy.length === 1 && request.buckets !== undefined;
  const order = { sort, search: query.search, limit: query.limit, offset: query.offset };
  const page = await store.page(request, onlyTime ? { sort: [], limit: ALL_ROWS, offset: 0 } : order);
  const ofRange = query.compare && comparisonRange(query.range, query.compare);
  const other = ofRange && (await requestOf(site, query, ofRange));

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
  const rows = await mapInTurns(all, toRow);
  const { hasImported } = page;
  if (!onlyTime) return { rows, hasImported, total: page.total, comparisonRange: ofRange };
  const sorted = await sortByFirst(rows, sort);
  return {
    rows: sorted.slice(query.offset, query.offset + query.limit),
    hasImported,
    total: rows.length,
    comparisonRange: ofRange,
  };
};
