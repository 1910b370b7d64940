import { invalid } from '@platform/errors';
import { createTurns, mapInTurns } from '@platform/runtime';

import { comparisonRange, lengthInDays, spanOf } from '../../calendar/date-range.ts';
import type { DateRange } from '../../calendar/date-range.ts';
import { addDays, daysBetween, localDay, startOfDay } from '../../calendar/local-day.ts';
import { timeBucketsInTurns } from '../../calendar/time-buckets.ts';
import { isTime } from '../../dimensions/dimension-names.ts';
import { metricsOf, sumsOf } from '../../metrics/metric-values.ts';
import type { Metric } from '../../metrics/metric-values.ts';
import { NO_SUMS, sumsFrom } from '../../metrics/metrics.ts';
import type { Sums } from '../../metrics/metrics.ts';
import type { StatsStore } from '../stats-store.ts';
import type { RowOrder, SumsRow } from './stats-rows.ts';
import { intervalIn } from './sums-request.ts';
import type { Answer, AnswerRow, ResolvedQuery, Site, SumsRequest } from './sums-request.ts';

/** Sorting so many rows takes about a millisecond. */
const RUN = 1_024;

type Comparison = (a: number, b: number) => number;

/** Compares rows by their places. */
const comparisonOf = (rows: readonly AnswerRow[], sort: RowOrder['sort']): Comparison => {
  const criteria = sort.map(({ by, order }) => ({
    sign: order === 'asc' ? 1 : -1,
    // The rows are in time order, so their places are what a time is sorted by.
    values: rows.map(({ metrics }, place) => (by in metrics ? (metrics[by as Metric] ?? null) : place)),
  }));
  return (a, b) => {
    for (const { sign, values } of criteria) {
      const [x = null, y = null] = [values[a], values[b]];
      if (x === y) continue;
      // A mean of nothing comes last in both directions.
      if (x === null || y === null) return x === null ? 1 : -1;
      return x < y ? -sign : sign;
    }
    return a - b;
  };
};

/** The two sorted runs as one, in `into` from `from` on. */
const merge = (
  { source, into, compare }: { source: Uint32Array; into: Uint32Array; compare: Comparison },
  from: number,
  middle: number,
  end: number,
): void => {
  let [left, right] = [from, middle];
  for (let place = from; place < end; place += 1) {
    const takesLeft = left < middle && (right >= end || compare(source[left] ?? 0, source[right] ?? 0) <= 0);
    into[place] = source[takesLeft ? left++ : right++] ?? 0;
  }
};

/**
 * Sorts rows that are complete and in time order. Other requests get their turn: a century by day
 * has 36,600 rows.
 */
const sortByFirst = async (
  rows: readonly AnswerRow[],
  sort: RowOrder['sort'],
): Promise<readonly AnswerRow[]> => {
  const compare = comparisonOf(rows, sort);
  const turn = createTurns();
  let source = Uint32Array.from(rows.keys());
  let into = new Uint32Array(rows.length);
  for (let from = 0; from < rows.length; from += RUN) {
    source.subarray(from, from + RUN).sort(compare);
    await turn();
  }
  for (let run = RUN; run < rows.length; run *= 2) {
    for (let from = 0; from < rows.length; from += 2 * run) {
      const middle = Math.min(from + run, rows.length);
      merge({ source, into, compare }, from, middle, Math.min(middle + run, rows.length));
      await turn();
    }
    [source, into] = [into, source];
  }
  return Array.from(source, (place) => rows[place] as AnswerRow);
};

/** Rows that are read at once, at most. */
const ALL_ROWS = 100_000;

/** Key of a row in maps. */
const keyText = (keys: SumsRow['keys']): string => JSON.stringify(keys);

/**
 * The parts of a comparison that are as far on as the range is at `now`: its whole days, and the hours of
 * the next one up to the same time of day. Without `now`, or once the range has ended, all of it.
 */
const comparedParts = (
  request: SumsRequest,
  range: DateRange,
  now: number | undefined,
): readonly SumsRequest[] => {
  const zone = request.site.timezone;
  const today = now === undefined ? range.to : localDay(zone, now);
  const day = addDays(request.range.from, daysBetween(range.from, today));
  if (now === undefined || today < range.from || today > range.to || day > request.range.to) return [request];
  const start = startOfDay(zone, day);
  const end = start + now - startOfDay(zone, today);
  const hours = { ...request, range: { from: day, to: day }, span: { start, end }, endsWithinDay: true };
  if (day === request.range.from) return [hours];
  const before = { from: request.range.from, to: addDays(day, -1) };
  return [{ ...request, range: before, span: spanOf(before, zone) }, hours];
};

/** The sums of the range compared with, by key: those with a value of the page at hand. */
const compareRows = async (
  store: Pick<StatsStore, 'page'>,
  parts: readonly SumsRequest[],
  rows: readonly SumsRow[],
): Promise<ReadonlyMap<string, Sums>> => {
  const found = new Map<string, Sums>();
  for (const request of parts) {
    const only = request.groupBy.flatMap((name, key) =>
      isTime(name) ? [] : [{ key, values: [...new Set(rows.map((row) => String(row.keys[key])))] }],
    );
    const page = await store.page(request, {
      sort: [],
      limit: ALL_ROWS,
      offset: 0,
      ...(only.length > 0 ? { only } : {}),
    });
    for (const row of page.rows) {
      const key = keyText(row.keys);
      const sums = found.get(key);
      found.set(key, sums ? sumsFrom((sum) => sums[sum] + row.sums[sum]) : row.sums);
    }
  }
  return found;
};

/** Most days answered in short intervals; beyond these there are more rows than anybody reads. */
const LONGEST: Partial<Record<string, number>> = { minute: 2, hour: 800 };

/** @throws AppError `invalid` for minutes or hours over too long a range */
const refuseTooFine = (query: ResolvedQuery): void => {
  const interval = intervalIn(query.groupBy);
  const longest = LONGEST[interval ?? ''];
  if (longest !== undefined && lengthInDays(query.range) > longest)
    throw invalid([
      { field: 'dimensions', message: `dimensions may hold time:${interval} for up to ${longest} days only` },
    ]);
};

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
    buckets: interval && (await timeBucketsInTurns(span, interval, site)),
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
  const parts = other && comparedParts(other, query.range, query.comparedUntil);
  const before = parts && all.length > 0 ? await compareRows(store, parts, all) : undefined;
  const toRow = ({ keys, title, sums }: SumsRow): AnswerRow => {
    const earlier = before?.get(keyText(keys)) ?? NO_SUMS;
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
      metrics: metricsOf(sums, query.metrics, query.isExact),
      ...(other === undefined
        ? {}
        : { comparison: isBeyond ? null : metricsOf(earlier, query.metrics, query.isExact) }),
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
