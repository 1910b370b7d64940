import { invalid, notFound } from '@platform/errors';

import { comparisonRange, isRangeDay, spanOf } from '../calendar/date-range.ts';
import type { DateRange, Preset } from '../calendar/date-range.ts';
import { localDay, addDays, addMonths } from '../calendar/local-day.ts';
import { timeBucketsInTurns } from '../calendar/time-buckets.ts';
import type { Calendar } from '../calendar/time-buckets.ts';
import type { Filter } from '../stats/query/filter.ts';
import { intervalIn } from '../stats/query/sums-request.ts';
import type { Questions } from '../stats/questions.ts';
import type { StatsService } from '../stats/stats-service.ts';
import type { Website } from '../websites/website.ts';
import { withRevenue, createAsk, groupOf, MOST_ROWS, notBefore, numberOf } from './ask-statistics.ts';
import type { PlausibleAnswer, Question } from './ask-statistics.ts';
import { shownValue } from './plausible-dimensions.ts';
import {
  conditionOf,
  refuseFilter,
  askedFilters,
  MAX_VALUES,
  negatedHits,
  readFilters,
  segmentsIn,
} from './plausible-filters.ts';
import type { Named, AskedFilters } from './plausible-filters.ts';
import type { NamedGoal } from './plausible-goals.ts';
import { isRevenue, GOAL, isInTime } from './plausible-metrics.ts';
import { withAbsent, withEntryPages } from './plausible-rows.ts';
import { withParts } from './plausible-parts.ts';
import type { PlausibleRevenueStore } from './plausible-revenue-store.ts';
import type { BreakdownQuery, QueryBody, SimpleQuery, TimeseriesQuery } from './plausible-schema.ts';

/**
 * Every value that the dimension of time may have in a range.
 * @param asked the range as it was asked for, which tells what `time` is
 * @throws AppError `invalid` without such a dimension
 */
const timeLabels = async (
  dimensions: readonly string[],
  asked: DateRange | Preset,
  range: DateRange,
  calendar: Calendar,
): Promise<readonly string[]> => {
  const name = dimensions.find(isInTime);
  const interval = name === undefined ? undefined : intervalIn([groupOf(name, asked)]);
  if (name === undefined || interval === undefined)
    throw invalid([{ field: 'include', message: 'include.time_labels needs a time dimension' }]);
  const span = spanOf(range, calendar.timezone);
  const { labels } = await timeBucketsInTurns(span, interval, calendar);
  return labels.map((label) => notBefore(range, `time:${interval}`, shownValue(name, label)));
};

/** Builds the metadata of an answer. @throws AppError `invalid` for time labels without a time */
const metaOf = async (
  { include, dimensions, metrics }: QueryBody,
  { hasImported, total, range, warning, note }: PlausibleAnswer,
  asked: DateRange | Preset,
  calendar: Calendar,
): Promise<object> => ({
  ...(include.imports === true ? { imports_included: hasImported } : {}),
  ...(include.total_rows === true ? { total_rows: total } : {}),
  ...(include.time_labels === true
    ? { time_labels: await timeLabels(dimensions, asked, range, calendar) }
    : {}),
  ...(note === undefined ? {} : { warning: note }),
  ...(warning === undefined
    ? {}
    : { metric_warnings: Object.fromEntries(metrics.filter(isRevenue).map((name) => [name, warning])) }),
});

/** The answer to a query as Plausible writes it. */
const queryAnswer = async (
  body: QueryBody,
  answer: PlausibleAnswer,
  asked: DateRange | Preset,
  calendar: Calendar,
): Promise<object> => {
  const { site_id, metrics, dimensions, filters, order_by, include, pagination } = body;
  return {
    results: answer.rows.map(({ values, dimensions: shown }) => ({ metrics: values, dimensions: shown })),
    meta: await metaOf(body, answer, asked, calendar),
    query: {
      site_id,
      metrics,
      dimensions,
      filters,
      date_range: [answer.range.from, answer.range.to],
      ...(order_by === undefined ? {} : { order_by }),
      include,
      pagination,
    },
  };
};

const refuse = (field: string, message: string) => invalid([{ field, message }]);

/** As many as Plausible takes. */
const MOST = { d: 5_000, mo: 100 } as const;

/** The number of days or months that a period such as `7d` or `6mo` has; 0 for none. */
const lastOf = (period: string, unit: keyof typeof MOST): number => {
  const [, digits = '', letters] = /^([1-9]\d{0,3})(d|mo)$/.exec(period) ?? [];
  return letters === unit && Number(digits) <= MOST[unit] ? Number(digits) : 0;
};

/** True for a period that is shown by month unless told otherwise. */
const isOfMonths = (period: string): boolean => lastOf(period, 'mo') > 0;

/**
 * The days of a period of Plausible's that ends on, or holds, a day.
 * @throws AppError `invalid` for an unknown period
 */
const periodRange = (period: string, day: string, field: string): DateRange | Preset => {
  if (period === 'day') return { from: day, to: day };
  if (period === 'all') return 'all';
  const days = lastOf(period, 'd');
  if (days > 0) return { from: addDays(day, 1 - days), to: day };
  const month = `${day.slice(0, 7)}-01`;
  const months = lastOf(period, 'mo');
  if (months > 0) return { from: addMonths(month, 1 - months), to: addDays(addMonths(month, 1), -1) };
  if (period === 'month') return { from: month, to: addDays(addMonths(month, 1), -1) };
  if (period === 'year') return { from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` };
  throw refuse(
    field,
    `Unknown ${field} "${period.slice(0, 40)}". There are: day, month, year, all, custom, and numbers of days (7d) and months (6mo)`,
  );
};

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** The day of an instant as `2024-01-01T12:00:00+02:00` in the website's zone; else the text itself. */
const dayOfInstant = (text: unknown, timezone: string): unknown => {
  const instant = typeof text === 'string' && INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? text : localDay(timezone, instant);
};

/** Returns two days as a range. @throws AppError `invalid` for an invalid day or a reversed range */
const customRange = (from: unknown, to: unknown, field: string): DateRange => {
  if (typeof from !== 'string' || typeof to !== 'string' || !isRangeDay(from) || !isRangeDay(to))
    throw refuse(field, `${field} must be two days such as 2024-01-01 and 2024-07-01`);
  if (to < from) throw refuse(field, `${field} must not end before it begins`);
  return { from, to };
};

const SIMPLE = /^([a-z_]+:[^=!~]{1,110})(==|!=|!~|~)(.*)$/s;

const readSimpleFilter = (part: string, named: Named): Filter => {
  const [, name = '', sign = '', list = ''] = SIMPLE.exec(part.trim()) ?? [];
  // A bar in a value is written `\|`.
  const values = list.split(/(?<!\\)\|/).map((value) => value.replaceAll('\\|', '|'));
  if (name === '' || values.length > MAX_VALUES) throw refuseFilter(`Invalid filter "${part.slice(0, 100)}"`);
  if (sign.endsWith('~')) {
    const contains = conditionOf({ name, values, operator: 'contains' }, named);
    return sign === '~' ? contains : negatedHits(contains);
  }
  const isPattern = values.some((value) => value.includes('*'));
  const filter = conditionOf(
    {
      name,
      operator: isPattern ? 'matches' : 'is',
      values: values.map((value) => value.replaceAll('**', '*')),
    },
    named,
  );
  return sign === '==' ? filter : negatedHits(filter);
};

/**
 * Filters of the first interface: `visit:source==Google;event:page==/blog/**|/docs`.
 * @throws AppError `invalid`
 */
const readSimpleFilters = (text: string, named: Named): AskedFilters =>
  askedFilters(
    text
      .split(';')
      .filter((part) => part.trim() !== '')
      .map((part) => ({ filter: readSimpleFilter(part, named), ofGoal: part.trim().startsWith(GOAL) })),
  );

/** Metrics in percent; their changes are in points. */
const IN_PERCENT = ['bounce_rate', 'conversion_rate'];

/** Returns a metric's change as in Plausible: in percent, shares in points; null without a share. */
const changeOf = (metric: string, now: number | null, before: number | null): number | null => {
  if (now === null || before === null) return null;
  if (IN_PERCENT.includes(metric)) return before === 0 ? null : Number((now - before).toFixed(1));
  if (before === 0) return now === 0 ? 0 : 100;
  return Math.round((now / before - 1) * 100);
};

interface PlausibleServiceDeps {
  readonly findByDomain: (organisation: string, domain: string) => Promise<Website | undefined>;
  readonly stats: Pick<StatsService, 'query' | 'live'>;
  /** The website's own goals. */
  readonly goalsOf: (websiteId: number) => Promise<readonly NamedGoal[]>;
  /** The filter of a segment, with the goals in it looked up. */
  readonly questions: Pick<Questions, 'filter'>;
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
  const { findByDomain, stats, revenue, goalsOf, questions, now } = deps;
  const ask = withAbsent(withRevenue(withEntryPages(createAsk(stats)), revenue));

  const siteOf = async (organisation: string, domain: string): Promise<Website> => {
    const website = await findByDomain(organisation, domain);
    if (website === undefined) throw notFound('website');
    return website;
  };

  const namedOf = async ({ id, domain, timezone }: Website, filters: readonly unknown[]): Promise<Named> => {
    const segments = new Map<number, readonly Filter[]>();
    for (const segment of segmentsIn(filters).slice(0, MOST_SEGMENTS)) {
      const named = { dimension: 'segment', operator: 'is', values: [String(segment)] } as const;
      segments.set(segment, [await questions.filter({ id, timezone }, { filters: [named] })]);
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
      const range = rangeOf(website, query);
      const isOneDay = typeof range === 'object' && range.from === range.to;
      const usual = isOfMonths(query.period) ? 'month' : isOneDay ? 'hour' : 'day';
      const { interval = usual } = query;
      const name = `time:${interval === 'date' ? 'day' : interval}`;
      return rowsOf('date', metrics, await answer({ dimensions: [name], range }));
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
      const question = {
        metrics,
        dimensions,
        range,
        filters: readFilters(body.filters, named),
        limit: pagination.limit,
        offset: pagination.offset,
        ...(body.order_by === undefined ? {} : { order: body.order_by }),
      };
      // The steps of `time` depend on how many days there are.
      const days =
        typeof range === 'string' && dimensions.includes('time')
          ? (await ask(website, { ...question, metrics: ['visitors'], dimensions: [], order: [] })).range
          : range;
      const answer = await withParts(ask, stats, named.goals)(website, { ...question, range: days });
      return queryAnswer(body, answer, days, website);
    },
  };
};
