import { invalid, unavailable } from '@platform/errors';

import { continentOf } from '../geo/countries.ts';
import type { WebsitesService } from '../websites/websites-service.ts';
import { answerQuery } from './answer-query.ts';
import type { Answer } from './answer-query.ts';
import { lengthInDays, presetRange, PRESETS, spanOf, today } from './date-range.ts';
import type { DateRange, Preset } from './date-range.ts';
import type { StatsStore } from './stats-store.ts';
import type { Live } from './stats-rows.ts';
import type { RawEvent, RawEventsStore } from './raw-events-store.ts';
import { STATISTICS } from './statistic-names.ts';
import type { Statistic } from './statistic-names.ts';
import { MAX_DAYS } from './stats-schema.ts';
import type { RangeQuery, StatisticQuery, StatsQueryBody } from './stats-schema.ts';
import type { Site } from './sums-request.ts';
import { addDays, localDate } from './zone.ts';

export interface StatsServiceDeps {
  readonly websites: Pick<WebsitesService, 'show'>;
  readonly store: StatsStore;
  readonly rawEvents: RawEventsStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A row of a named statistic. */
export interface Count {
  readonly value: string;
  readonly count: number;
}

export interface QueryAnswer extends Answer {
  readonly range: DateRange;
  readonly timezone: string;
}

/** Rows that one answer holds at most, when all are asked for. */
export const MAX_ROWS = 100_000;

export interface StatsService {
  /** Rows of a named statistic; `isWhole` gives all of them instead of a page. */
  statistic(
    organisation: string,
    id: number,
    query: StatisticQuery,
    isWhole?: boolean,
  ): Promise<{ rows: readonly Count[]; total: number }>;
  /**
   * @throws AppError `invalid` for a range that ends before it begins or is too long, and a sort by what isn't asked for;
   * `unavailable` where the answer takes too long
   */
  query(organisation: string, id: number, body: StatsQueryBody, isWhole?: boolean): Promise<QueryAnswer>;
  live(organisation: string, id: number): Promise<Live>;
  /** The raw events of a range, today's unless told. */
  events(organisation: string, id: number, query: RangeQuery): Promise<AsyncIterable<RawEvent>>;
}

const isPreset = (range: Preset | DateRange): range is Preset =>
  (PRESETS as readonly unknown[]).includes(range);

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const checked = (range: DateRange, field: string): DateRange => {
  if (range.to < range.from) throw invalid([{ field, message: `${field} must not be before the first day` }]);
  if (lengthInDays(range) > MAX_DAYS)
    throw invalid([{ field, message: `${field} must be within ${MAX_DAYS} days of the first day` }]);
  return range;
};

const explicitRange = (query: RangeQuery, now: string, days: number): DateRange => {
  const to = query.to ?? (query.from !== undefined && query.from > now ? query.from : now);
  return checked({ from: query.from ?? addDays(to, 1 - days), to }, 'to');
};

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

/** PostgreSQL's code for a statement that ran into the time-out of the statistics. */
const QUERY_CANCELED = '57014';

/** Says what a client can do about a question that takes too long; a fault of ours it isn't. */
const inTime = async <Result>(answer: Promise<Result>): Promise<Result> => {
  try {
    return await answer;
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== QUERY_CANCELED) throw error;
    throw unavailable('The answer took too long. Ask for fewer days, dimensions or conditions.', {
      cause: error,
    });
  }
};

/** The use cases of the statistics. */
export const createStatsService = ({ websites, store, rawEvents, now }: StatsServiceDeps): StatsService => {
  const siteOf = async (organisation: string, id: number): Promise<Site> => {
    const { timezone } = await websites.show(organisation, id);
    return { id, timezone };
  };

  /** A range in pieces of a year, without the days on which nothing was counted yet or could be. */
  const hourPieces = async (site: Site, range: DateRange): Promise<readonly DateRange[]> => {
    const first = await store.firstTraffic(site);
    if (first === undefined) return [];
    const [since, until] = [localDate(site.timezone, first), today(site.timezone, now())];
    const last = range.to < until ? range.to : until;
    const pieces: DateRange[] = [];
    for (let from = range.from > since ? range.from : since; from <= last; from = addDays(from, 366)) {
      const to = addDays(from, 365);
      pieces.push({ from, to: to < last ? to : last });
    }
    return pieces;
  };

  /** All rows of a statistic whose rows are put together here: there are as many as hours, days or continents. */
  const small = async (
    site: Site,
    statistic: Exclude<Statistic, { kind: 'dimension' }>,
    range: DateRange,
  ): Promise<Count[]> => {
    const name =
      statistic.kind === 'continent'
        ? 'country'
        : statistic.kind === 'time'
          ? (`time:${statistic.interval}` as const)
          : 'time:hour';
    const { metric } = statistic;
    const counts: Count[] = [];
    for (const piece of name === 'time:hour' ? await hourPieces(site, range) : [range]) {
      const { rows } = await answerQuery(store, site, {
        ...{
          metrics: [metric],
          groupBy: [name],
          filter: { and: [] },
          range: piece,
          limit: MAX_ROWS,
          offset: 0,
        },
      });
      for (const row of rows)
        counts.push({ value: row.dimensions[name] ?? '', count: row.metrics[metric] ?? 0 });
    }
    if (statistic.kind === 'continent') return merged(counts, continentOf);
    return statistic.kind === 'hour_of_day' ? merged(counts, (hour) => hour.slice(11, 13), HOURS) : counts;
  };

  return {
    async statistic(organisation, id, query, isWhole = false) {
      const site = await siteOf(organisation, id);
      const range = explicitRange(query, today(site.timezone, now()), 30);
      const statistic: Statistic = STATISTICS[query.name];
      const offset = isWhole ? 0 : (query.page - 1) * query.per_page;
      const limit = isWhole ? MAX_ROWS : query.per_page;
      const search = query.search === '' ? undefined : query.search;
      if (statistic.kind !== 'dimension') {
        const needle = search?.toLowerCase();
        const rows = (await small(site, statistic, range)).filter(
          ({ value }) => needle === undefined || value.toLowerCase().includes(needle),
        );
        const sign = query.sort === 'asc' ? 1 : -1;
        rows.sort(
          (a, b) =>
            sign * (query.sort_by === 'count' ? a.count - b.count : byText(a.value, b.value)) ||
            byText(a.value, b.value),
        );
        return { rows: rows.slice(offset, offset + limit), total: rows.length };
      }
      const { dimension, metric } = statistic;
      const answer = await inTime(
        answerQuery(store, site, {
          ...{ metrics: [metric], groupBy: [dimension], filter: { and: [] }, range, search, limit, offset },
          sort: [{ by: query.sort_by === 'count' ? metric : dimension, order: query.sort }],
        }),
      );
      const rows = answer.rows.map((row) => ({
        value: row.dimensions[dimension] ?? '',
        count: row.metrics[metric] ?? 0,
      }));
      return { rows, total: answer.total };
    },

    async query(organisation, id, body, isWhole = false) {
      const site = await siteOf(organisation, id);
      body.sort?.forEach(({ by }, index) => {
        if (
          !(body.metrics as readonly string[]).includes(by) &&
          !(body.dimensions as readonly string[]).includes(by)
        )
          throw invalid([
            {
              field: `sort.${index}.by`,
              message: `sort[${index}].by must be one of the metrics and dimensions`,
            },
          ]);
      });
      if (body.dimensions.filter((name) => name.startsWith('time:')).length > 1)
        throw invalid([{ field: 'dimensions', message: 'dimensions may hold one of time:… only' }]);
      const range = isPreset(body.date_range)
        ? await resolvePreset(store, site, body.date_range, now())
        : checked(body.date_range, 'date_range.to');
      const answer = await inTime(
        store.inSnapshot((snapshot) =>
          answerQuery(snapshot, site, {
            ...{ metrics: body.metrics, groupBy: body.dimensions, filter: { and: body.filters }, range },
            ...{ compare: body.compare, sort: body.sort },
            limit: isWhole ? MAX_ROWS : body.per_page,
            offset: isWhole ? 0 : (body.page - 1) * body.per_page,
          }),
        ),
      );
      return { ...answer, range, timezone: site.timezone };
    },

    live: async (organisation, id) => store.live(await siteOf(organisation, id), now()),

    async events(organisation, id, query) {
      const site = await siteOf(organisation, id);
      const range = explicitRange(query, today(site.timezone, now()), 1);
      return rawEvents.stream(id, spanOf(range, site.timezone));
    },
  };
};

/** The days of a preset for a site; `all` begins with its first traffic. */
export const resolvePreset = async (
  store: Pick<StatsStore, 'firstTraffic'>,
  site: Site,
  preset: Preset,
  now: number,
): Promise<DateRange> => {
  const first = preset === 'all' ? await store.firstTraffic(site) : undefined;
  return presetRange(
    preset,
    today(site.timezone, now),
    first === undefined ? undefined : localDate(site.timezone, first),
  );
};
