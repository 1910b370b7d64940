import { invalid } from '@platform/errors';

import { continentOf } from '../geo/countries.ts';
import type { WebsitesService } from '../websites/websites-service.ts';
import { answerQuery } from './query/answer-query.ts';
import type { Filter } from './query/filter.ts';
import { resolvePreset } from './resolve-preset.ts';
import type { Answer } from './query/resolved-query.ts';
import { PRESETS, spanOf } from '../calendar/date-range.ts';
import type { DateRange, Preset } from '../calendar/date-range.ts';
import type { StatsStore } from './stats-store.ts';
import type { Live } from './query/stats-rows.ts';
import type { RawEventsStore } from './export/raw-events-store.ts';
import type { RawEvent } from './export/raw-event-row.ts';
import { STATISTICS } from './statistic-names.ts';
import type { Statistic } from './statistic-names.ts';
import { inTime } from './query-timeout.ts';
import { daysWithin } from './days-within.ts';
import { checkedRange, explicitRange } from './explicit-range.ts';
import type { RangeQuery, StatsQueryBody } from './stats-schema.ts';
import type { StatisticQuery } from './statistic-schema.ts';
import type { Site } from './query/sums-request.ts';
import { addDays } from '../calendar/local-day.ts';
import { localDay } from '../calendar/zone-day.ts';

export interface StatsServiceDeps {
  readonly websites: Pick<WebsitesService, 'show'>;
  readonly store: StatsStore;
  readonly rawEvents: RawEventsStore;
  /** The filters of a segment; undefined if the website has no such segment. */
  readonly segmentFilters: (websiteId: number, id: number) => Promise<readonly Filter[] | undefined>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface Count {
  readonly value: string;
  readonly count: number;
}

export interface QueryAnswer extends Answer {
  readonly range: DateRange;
  readonly timezone: string;
  /** Days of the range that were imported. */
  readonly importedDays: number;
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
   * @throws AppError `invalid` for a range that is reversed or too long, or a sort by something not
   * asked for; `unavailable` when the answer takes too long
   */
  query(organisation: string, id: number, body: StatsQueryBody, isWhole?: boolean): Promise<QueryAnswer>;
  live(organisation: string, id: number): Promise<Live>;
  /** The raw events of a range, today's by default. */
  events(organisation: string, id: number, query: RangeQuery): Promise<AsyncIterable<RawEvent>>;
}

const isPreset = (range: Preset | DateRange): range is Preset =>
  (PRESETS as readonly unknown[]).includes(range);

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

/** The use cases of the statistics. */
export const createStatsService = (deps: StatsServiceDeps): StatsService => {
  const { websites, store, rawEvents, segmentFilters, now } = deps;
  const siteOf = async (organisation: string, id: number): Promise<Site> => {
    const { timezone } = await websites.show(organisation, id);
    return { id, timezone };
  };

  /** Filters together with those of a segment. */
  const filterOf = async (
    site: Site,
    segment: number | undefined,
    filters: readonly Filter[] = [],
  ): Promise<Filter> => {
    if (segment === undefined) return { and: filters };
    const saved = await segmentFilters(site.id, segment);
    if (saved === undefined)
      throw invalid([
        { field: 'segment', message: 'segment must be the id of one of the website’s segments' },
      ]);
    return { and: [...filters, ...saved] };
  };

  /** A range in pieces of a year, without days before the first traffic or in the future. */
  const hourPieces = async (site: Site, range: DateRange): Promise<readonly DateRange[]> => {
    const first = await store.firstTraffic(site);
    if (first === undefined) return [];
    const [since, until] = [localDay(site.timezone, first), localDay(site.timezone, now())];
    const last = range.to < until ? range.to : until;
    const pieces: DateRange[] = [];
    for (let from = range.from > since ? range.from : since; from <= last; from = addDays(from, 366)) {
      const to = addDays(from, 365);
      pieces.push({ from, to: to < last ? to : last });
    }
    return pieces;
  };

  /** All rows of a statistic assembled here: one per hour, day or continent. */
  const small = async (
    site: Site,
    statistic: Exclude<Statistic, { kind: 'dimension' }>,
    range: DateRange,
    filter: Filter,
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

  return {
    async statistic(organisation, id, query, isWhole = false) {
      const site = await siteOf(organisation, id);
      const range = explicitRange(query, localDay(site.timezone, now()), 30);
      const filter = await filterOf(site, query.segment);
      const statistic: Statistic = STATISTICS[query.name];
      const offset = isWhole ? 0 : (query.page - 1) * query.per_page;
      const limit = isWhole ? MAX_ROWS : query.per_page;
      const search = query.search === '' ? undefined : query.search;
      if (statistic.kind !== 'dimension') {
        const needle = search?.toLowerCase();
        const rows = (await inTime(small(site, statistic, range, filter))).filter(
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
          metrics: [metric],
          groupBy: [dimension],
          filter,
          range,
          search,
          limit,
          offset,
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
        : checkedRange(body.date_range, 'date_range.to');
      const filter = await filterOf(site, body.segment, body.filters);
      const answer = await inTime(
        store.inSnapshot((snapshot) =>
          answerQuery(snapshot, site, {
            metrics: body.metrics,
            groupBy: body.dimensions,
            filter,
            range,
            compare: body.compare,
            sort: body.sort,
            limit: isWhole ? MAX_ROWS : body.per_page,
            offset: isWhole ? 0 : (body.page - 1) * body.per_page,
          }),
        ),
      );
      const importedDays = daysWithin(await store.importedDays(site), range);
      return { ...answer, range, importedDays, timezone: site.timezone };
    },

    live: async (organisation, id) => store.live(await siteOf(organisation, id), now()),

    async events(organisation, id, query) {
      const site = await siteOf(organisation, id);
      const range = explicitRange(query, localDay(site.timezone, now()), 1);
      return rawEvents.stream(id, spanOf(range, site.timezone));
    },
  };
};
