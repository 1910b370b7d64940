import type { DateRange } from '../../calendar/date-range.ts';
import { addDays, localDay } from '../../calendar/local-day.ts';
import { continentOf } from '../../geo/geo-lookup.ts';
import { answerQuery } from '../query/answer-query.ts';
import type { Filter } from '../query/filter.ts';
import type { Site } from '../query/sums-request.ts';
import { STATISTICS } from '../stats-schema.ts';
import type { Statistic, StatisticName } from '../stats-schema.ts';
import type { StatsStore } from '../stats-store.ts';

/** Rows that one answer holds at most, when all are asked for. */
export const MAX_ROWS = 100_000;

/** A named statistic of a website, with everything resolved that its record or a segment holds. */
export interface StatisticQuestion {
  readonly site: Site;
  readonly name: StatisticName;
  readonly range: DateRange;
  readonly filter: Filter;
  readonly search: string | undefined;
  readonly sort: { readonly by: 'count' | 'value'; readonly order: 'asc' | 'desc' };
  readonly limit: number;
  readonly offset: number;
}

export interface Count {
  readonly value: string;
  readonly count: number;
}

export interface Counts {
  readonly rows: readonly Count[];
  /** Rows on all pages. */
  readonly total: number;
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sums rows that share a value: hours of the day, continents. */
const merged = (
  rows: readonly Count[],
  valueOf: (value: string) => string | null,
  all: readonly string[] = [],
): Count[] => {
  const counts = new Map(all.map((value) => [value, 0]));
  for (const { value, count } of rows) {
    const name = valueOf(value);
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return [...counts].map(([value, count]) => ({ value, count }));
};

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

type SmallStatistic = Exclude<Statistic, { kind: 'dimension' }>;
type Asked = Pick<StatisticQuestion, 'site' | 'range' | 'filter'>;

/** A range in pieces of a year, without days before the first traffic or in the future. */
const hourPieces = async (
  store: StatsStore,
  { site, range }: Asked,
  now: number,
): Promise<readonly DateRange[]> => {
  const first = await store.firstTraffic(site);
  if (first === undefined) return [];
  const [since, until] = [localDay(site.timezone, first), localDay(site.timezone, now)];
  const last = range.to < until ? range.to : until;
  const pieces: DateRange[] = [];
  for (let from = range.from > since ? range.from : since; from <= last; from = addDays(from, 366)) {
    const to = addDays(from, 365);
    pieces.push({ from, to: to < last ? to : last });
  }
  return pieces;
};

/** All rows of a statistic assembled here: one per hour, day or continent. */
const smallCounts = async (
  store: StatsStore,
  statistic: SmallStatistic,
  asked: Asked,
  now: number,
): Promise<Count[]> => {
  const { site, range, filter } = asked;
  const name =
    statistic.kind === 'continent'
      ? 'country'
      : statistic.kind === 'time'
        ? (`time:${statistic.interval}` as const)
        : 'time:hour';
  const { metric } = statistic;
  const counts: Count[] = [];
  for (const piece of name === 'time:hour' ? await hourPieces(store, asked, now) : [range]) {
    const { rows } = await answerQuery(store, site, {
      metrics: [metric],
      groupBy: [name],
      filter,
      range: piece,
      limit: MAX_ROWS,
      offset: 0,
    });
    for (const row of rows)
      counts.push({ value: row.dimensions[name] ?? '', count: row.metrics[metric] ?? 0 });
  }
  if (statistic.kind === 'continent') return merged(counts, continentOf);
  return statistic.kind === 'hour_of_day' ? merged(counts, (hour) => hour.slice(11, 13), HOURS) : counts;
};

/** The rows of a named statistic. @param now milliseconds since 1970 */
export const countStatistic = async (
  store: StatsStore,
  question: StatisticQuestion,
  now: number,
): Promise<Counts> => {
  const { site, range, filter, search, sort, limit, offset } = question;
  const statistic: Statistic = STATISTICS[question.name];
  if (statistic.kind !== 'dimension') {
    const needle = search?.toLowerCase();
    const rows = (await smallCounts(store, statistic, question, now)).filter(
      ({ value }) => needle === undefined || value.toLowerCase().includes(needle),
    );
    const sign = sort.order === 'asc' ? 1 : -1;
    rows.sort(
      (a, b) =>
        sign * (sort.by === 'count' ? a.count - b.count : byText(a.value, b.value)) ||
        byText(a.value, b.value),
    );
    return { rows: rows.slice(offset, offset + limit), total: rows.length };
  }
  const { dimension, metric } = statistic;
  const answer = await answerQuery(store, site, {
    metrics: [metric],
    groupBy: [dimension],
    filter,
    range,
    search,
    limit,
    offset,
    sort: [{ by: sort.by === 'count' ? metric : dimension, order: sort.order }],
  });
  const rows = answer.rows.map((row) => ({
    value: row.dimensions[dimension] ?? '',
    count: row.metrics[metric] ?? 0,
  }));
  return { rows, total: answer.total };
};
