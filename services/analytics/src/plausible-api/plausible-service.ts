import { invalid, notFound } from '@platform/errors';

import { comparisonRange, isRangeDay } from '../calendar/date-range.ts';
import type { DateRange, Preset } from '../calendar/date-range.ts';
import { localDay } from '../calendar/zone-day.ts';
import type { StatsService, StatsServiceDeps } from '../stats/stats-service.ts';
import type { Website } from '../websites/website.ts';
import type { Filter } from '../stats/query/filter.ts';
import { createAsk } from './plausible-ask.ts';
import { withRevenue } from './plausible-ask-revenue.ts';
import { changeOf } from './plausible-changes.ts';
import type { Named } from './plausible-conditions.ts';
import { withDirectRow } from './plausible-direct-row.ts';
import { readFilters, segmentsIn } from './plausible-filters.ts';
import type { NamedGoal } from './plausible-goals.ts';
import { isRevenue } from './plausible-metrics.ts';
import { withParts } from './plausible-parts.ts';
import { MOST_ROWS } from './plausible-question.ts';
import type { PlausibleAnswer, Question } from './plausible-question.ts';
import { queryAnswer } from './plausible-query-answer.ts';
import { customRange, dayOfInstant, isOfMonths, periodRange } from './plausible-range.ts';
import type { PlausibleRevenueStore } from './plausible-revenue-store.ts';
import type { BreakdownQuery, QueryBody, SimpleQuery, TimeseriesQuery } from './plausible-schema.ts';
import { readSimpleFilters } from './plausible-simple-filters.ts';
import { numberOf } from './plausible-sorting.ts';

export interface PlausibleServiceDeps {
  readonly findByDomain: (organisation: string, domain: string) => Promise<Website | undefined>;
  readonly stats: Pick<StatsService, 'query' | 'live'>;
  /** The website's own goals. */
  readonly goalsOf: (websiteId: number) => Promise<readonly NamedGoal[]>;
  readonly segmentFilters: StatsServiceDeps['segmentFilters'];
  readonly revenue: PlausibleRevenueStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Each is looked up. */
const MOST_SEGMENTS = 10;

type Rows = readonly Readonly<Record<string, string | number | null>>[];
type Total = Readonly<Record<string, { value: number | null; change?: number | null }>>;

/** Questions as Plausible's clients ask them. All throw AppError `invalid` and `not_found`. */
export interface PlausibleService {
  aggregate(organisation: string, query: SimpleQuery): Promise<Total>;
  timeseries(organisation: string, query: TimeseriesQuery): Promise<Rows>;
  breakdown(organisation: string, query: BreakdownQuery): Promise<Rows>;
  visitors(organisation: string, domain: string): Promise<number>;
  query(organisation: string, body: QueryBody): Promise<object>;
}

const namesIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Answers Plausible's questions from our statistics. */
export const createPlausibleService = (deps: PlausibleServiceDeps): PlausibleService => {
  const { findByDomain, stats, revenue, goalsOf, segmentFilters, now } = deps;
  const ask = withDirectRow(withRevenue(createAsk(stats), revenue));

  const siteOf = async (organisation: string, domain: string): Promise<Website> => {
    const website = await findByDomain(organisation, domain);
    if (website === undefined) throw notFound('website');
    return website;
  };

  const namedOf = async ({ id, domain }: Website, filters: readonly unknown[]): Promise<Named> => {
    const segments = new Map<number, readonly Filter[]>();
    for (const segment of segmentsIn(filters).slice(0, MOST_SEGMENTS)) {
      const found = await segmentFilters(id, segment);
      if (found !== undefined) segments.set(segment, found);
    }
    return { domain, segments, goals: await goalsOf(id) };
  };

  const rangeOf = ({ timezone }: Website, { period, date }: SimpleQuery): DateRange | Preset => {
    if (period === 'custom') {
      const [from, to] = (date ?? '').split(',');
      return customRange(from, to, 'date');
    }
    if (date !== undefined && !isRangeDay(date))
      throw invalid([{ field: 'date', message: 'date must be a day such as 2024-01-31' }]);
    return periodRange(period, date ?? localDay(timezone, now()), 'period');
  };

  /** Answers questions of the first interface about a website. */
  const simply = async (organisation: string, { site_id, metrics, filters = '' }: SimpleQuery) => {
    const website = await siteOf(organisation, site_id);
    const named = await namedOf(website, []);
    const asked = namesIn(metrics);
    const revenues = asked.filter(isRevenue);
    if (revenues.length > 0)
      throw invalid([
        { field: 'metrics', message: `${revenues.join(', ')}: only available from POST /api/v2/query` },
      ]);
    return {
      website,
      metrics: asked,
      answer: (question: Pick<Question, 'range' | 'dimensions'> & Partial<Question>) =>
        withParts(
          ask,
          stats,
          named.goals,
        )(website, {
          limit: MOST_ROWS,
          offset: 0,
          ...question,
          metrics: asked,
          filters: readSimpleFilters(filters, named),
        }),
    };
  };

  /** Rows with a value under each metric's name, and the dimension's under `key`. */
  const rowsOf = (key: string, metrics: readonly string[], { rows }: PlausibleAnswer): Rows =>
    rows.map(({ dimensions, values }) => ({
      [key]: dimensions[0] ?? '',
      ...Object.fromEntries(metrics.map((metric, index) => [metric, numberOf(values[index])])),
    }));

  return {
    async aggregate(organisation, query) {
      const { website, metrics, answer } = await simply(organisation, query);
      const { rows, range } = await answer({ dimensions: [], range: rangeOf(website, query) });
      const values = metrics.map((_, index) => numberOf(rows[0]?.values[index]));
      const { compare } = query;
      if (compare === undefined)
        return Object.fromEntries(metrics.map((name, index) => [name, { value: values[index] ?? null }]));
      const [before] = (await answer({ dimensions: [], range: comparisonRange(range, compare) })).rows;
      return Object.fromEntries(
        metrics.map((name, index) => {
          const value = values[index] ?? null;
          return [name, { value, change: changeOf(name, value, numberOf(before?.values[index])) }];
        }),
      );
    },

    async timeseries(organisation, query) {
      const { website, metrics, answer } = await simply(organisation, query);
      const interval = query.interval ?? (isOfMonths(query.period) ? 'month' : undefined);
      const name = interval === undefined ? 'time' : `time:${interval === 'date' ? 'day' : interval}`;
      return rowsOf('date', metrics, await answer({ dimensions: [name], range: rangeOf(website, query) }));
    },

    async breakdown(organisation, query) {
      const { property, limit, page } = query;
      const { website, metrics, answer } = await simply(organisation, query);
      const key = property.slice(property.lastIndexOf(':') + 1);
      const range = rangeOf(website, query);
      const question = { range, dimensions: [property], limit, offset: (page - 1) * limit };
      return rowsOf(key, metrics, await answer(question));
    },

    async visitors(organisation, domain) {
      const { id } = await siteOf(organisation, domain);
      return (await stats.live(organisation, id)).visitors5;
    },

    async query(organisation, body) {
      const website = await siteOf(organisation, body.site_id);
      const { date_range: asked, dimensions, metrics, pagination } = body;
      const range =
        typeof asked === 'string'
          ? periodRange(asked, localDay(website.timezone, now()), 'date_range')
          : customRange(
              dayOfInstant(asked[0], website.timezone),
              dayOfInstant(asked[1], website.timezone),
              'date_range',
            );
      const named = await namedOf(website, body.filters);
      const answer = await withParts(
        ask,
        stats,
        named.goals,
      )(website, {
        metrics,
        dimensions,
        range,
        filters: readFilters(body.filters, named),
        limit: pagination.limit,
        offset: pagination.offset,
        ...(body.order_by === undefined ? {} : { order: body.order_by }),
      });
      return queryAnswer(body, answer, range, website.timezone);
    },
  };
};
