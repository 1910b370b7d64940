import { invalid } from '@platform/errors';
import Joi from 'joi';

import { INTERVALS } from '../calendar/date-range.ts';
import type { DateRange, Interval, Span } from '../calendar/date-range.ts';
import { addDays, localDay, startOfDay } from '../calendar/local-day.ts';
import type { LocalDay } from '../calendar/local-day.ts';
import type { Dimension } from '../dimensions/dimension-names.ts';
import type { Metric, MetricValues } from '../metrics/metric-values.ts';
import type { Condition, Operator } from '../stats/query/filter.ts';
import type { StatsQueryBody } from '../stats/stats-schema.ts';
import type { Website } from '../websites/website.ts';

/** Names of Umami 3 and 2 for what its statistics are split and filtered by. */
export const DIMENSIONS: Readonly<Record<string, Dimension>> = {
  path: 'page',
  url: 'page',
  fullPath: 'page',
  entry: 'entry_page',
  exit: 'exit_page',
  referrer: 'origin',
  domain: 'origin',
  channel: 'channel',
  event: 'event',
  browser: 'browser',
  os: 'os',
  device: 'device',
  screen: 'screen',
  language: 'language',
  country: 'country',
  region: 'region',
  subdivision1: 'region',
  city: 'city',
  tag: 'prop:tag',
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmContent: 'utm_content',
  utmTerm: 'utm_term',
};

/** Filters of Umami's that nothing is stored for. */
const NOT_STORED = ['title', 'query', 'hostname', 'host', 'distinctId', 'cohort', 'excludeBounce'];

export const refuse = (field: string, message: string) =>
  invalid([{ field, message: `${field} ${message}` }]);

const OPERATORS: Readonly<Record<string, Operator>> = {
  eq: 'is',
  neq: 'is_not',
  c: 'contains',
  dnc: 'contains_not',
};

type Filters = StatsQueryBody['filters'];

/** Umami's path is a page without its query, which is part of a page here. */
const ofPath = (operator: Operator, values: readonly string[]): Condition =>
  operator === 'is' || operator === 'is_not'
    ? {
        dimension: 'page',
        operator: operator === 'is' ? 'matches' : 'matches_not',
        values: values.flatMap((path) => [path, `${path}?*`]),
      }
    : { dimension: 'page', operator, values };

/** The filters of a question: `path=/blog`, `path=neq.a,b`. @throws AppError `invalid` */
export const filtersOf = (query: Readonly<Record<string, string>>): Filters => {
  const unknown = NOT_STORED.find((name) => (query[name] ?? '') !== '');
  if (unknown !== undefined) throw refuse(unknown, 'can’t be a filter here: it isn’t stored');
  const filters = Object.entries(DIMENSIONS).flatMap(([name, dimension]) => {
    const given = query[name] ?? '';
    if (given === '') return [];
    const [, prefix = '', rest = ''] = /^(eq|neq|c|dnc|re|nre)\.(.*)$/s.exec(given) ?? [];
    const operator = prefix === '' ? 'is' : OPERATORS[prefix];
    if (operator === undefined) throw refuse(name, `can’t be compared by ${prefix}; use eq, neq, c or dnc`);
    const values = prefix === '' ? [given] : rest.split(',');
    return [name === 'path' || name === 'url' ? ofPath(operator, values) : { dimension, operator, values }];
  });
  const [first, ...others] = filters;
  return query['match'] === 'any' && first && others.length > 0 ? [{ or: filters }] : filters;
};

/** An instant in milliseconds since 1970, or a date. */
const instant = Joi.alternatives(
  Joi.number().integer().min(0).max(4_102_444_800_000),
  Joi.date().iso().cast('number'),
).messages({ 'alternatives.match': '{{#label}} must be milliseconds since 1970' });

export interface RangeQuery {
  readonly startAt: number;
  readonly endAt: number;
  readonly unit?: Interval;
  readonly compare?: 'prev' | 'yoy';
  readonly limit: number;
  readonly offset: number;
  readonly search: string;
  readonly type: string;
  readonly segment?: number;
  readonly page: number;
  readonly pageSize: number;
}

export const HOUR = 3_600_000;
export const MOST_ROWS = 10_000;
const MOST_ON_PAGE = 100;

export const paging = {
  page: Joi.number().integer().min(1).max(10_000).default(1),
  pageSize: Joi.number().integer().min(1).max(MOST_ON_PAGE).default(20),
  search: Joi.string().allow('').max(500).default(''),
};

export const rangeQuery = Joi.object<RangeQuery>({
  startAt: instant.required(),
  endAt: instant.required(),
  unit: Joi.string().valid(...INTERVALS),
  compare: Joi.string().valid('prev', 'yoy'),
  limit: Joi.number().integer().min(1).max(MOST_ROWS).default(500),
  offset: Joi.number().integer().min(0).max(1_000_000).default(0),
  type: Joi.string().max(40).default('path'),
  segment: Joi.number().integer().min(1).max(2_147_483_647),
  ...paging,
})
  // Umami 3 also takes dates.
  .rename('startDate', 'startAt', { override: false, ignoreUndefined: true })
  .rename('endDate', 'endAt', { override: false, ignoreUndefined: true });

/** The days that a span of time touches: statistics are of whole days of the website's calendar. */
export const daysOf = ({ startAt, endAt }: RangeQuery, { timezone }: Website): DateRange => {
  if (endAt < startAt) throw refuse('endAt', 'must not be before startAt');
  return { from: localDay(timezone, startAt), to: localDay(timezone, Math.max(startAt, endAt - 1)) };
};

/** A span as the days that it has whole, and its parts of others. */
interface SplitSpan {
  readonly whole: DateRange | undefined;
  /** The second begins with its day: what went on over midnight is counted before. */
  readonly parts: readonly { readonly span: Span; readonly begunOnly: boolean }[];
}

/**
 * Splits a span into whole days, which are summed up already, and parts of the days at its ends.
 * @param isWhole true for a day that can't be split
 */
export const splitSpan = (
  { startAt, endAt }: Pick<RangeQuery, 'startAt' | 'endAt'>,
  { timezone }: Pick<Website, 'timezone'>,
  now: number,
  isWhole: (day: LocalDay) => boolean,
): SplitSpan => {
  const [first, last] = [localDay(timezone, startAt), localDay(timezone, Math.max(startAt, endAt - 1))];
  const end = startOfDay(timezone, addDays(last, 1));
  const isBegun = startAt > startOfDay(timezone, first) && !isWhole(first);
  const isEnded = endAt < Math.min(end - 1_000, now - 1_000) && !isWhole(last);
  if (first === last)
    return isBegun || isEnded
      ? { whole: undefined, parts: [{ span: { start: startAt, end: endAt + 1 }, begunOnly: !isBegun }] }
      : { whole: { from: first, to: last }, parts: [] };
  const from = isBegun ? addDays(first, 1) : first;
  const to = isEnded ? addDays(last, -1) : last;
  const second = startOfDay(timezone, addDays(first, 1));
  return {
    whole: from > to ? undefined : { from, to },
    parts: [
      ...(isBegun ? [{ span: { start: startAt, end: second }, begunOnly: false }] : []),
      ...(isEnded ? [{ span: { start: startOfDay(timezone, last), end: endAt + 1 }, begunOnly: true }] : []),
    ],
  };
};

/** The span to compare with: as long before, or the same a year earlier. */
export const spanBefore = (
  { startAt, endAt }: Pick<RangeQuery, 'startAt' | 'endAt'>,
  compare: 'prev' | 'yoy',
): Pick<RangeQuery, 'startAt' | 'endAt'> => {
  const back = compare === 'prev' ? endAt - startAt : 365 * 24 * HOUR;
  return { startAt: startAt - back, endAt: endAt - back - 1 };
};

/** True for an hour that the span touches. @param label `2026-11-27T03:00:00+01:00` */
export const isInSpan = (
  label: string,
  { startAt, endAt }: Pick<RangeQuery, 'startAt' | 'endAt'>,
): boolean => {
  const begin = Date.parse(label);
  return begin + HOUR > startAt && begin <= endAt;
};

/** Umami's names for the days to compare with: as many before, or the same a year earlier. */
export const COMPARISONS = { prev: 'previous_period', yoy: 'previous_year' } as const;

export const COUNTED: readonly Metric[] = [
  'pageviews',
  'visitors',
  'visits',
  'bounce_rate',
  'visit_duration',
];

/** Umami tells sums where ours are shares and means of the visits. */
export const sumsOf = ({ pageviews, visitors, visits, bounce_rate, visit_duration }: MetricValues) => ({
  pageviews: pageviews ?? 0,
  visitors: visitors ?? 0,
  visits: visits ?? 0,
  bounces: Math.round((bounce_rate ?? 0) * (visits ?? 0)),
  totaltime: Math.round((visit_duration ?? 0) * (visits ?? 0)),
});

/** A bucket of time as Umami writes it: the website's clock, without a zone unless it is UTC. */
export const timeOf = (label: string, { timezone }: Website): string => {
  const wall = `${label.slice(0, 19).replace('T', ' ')}${'0000-01-01 00:00:00'.slice(Math.min(label.length, 19))}`;
  return timezone === 'UTC' ? `${wall.replace(' ', 'T')}Z` : wall;
};

/** Hours of a day or two, else days, else months, unless the client says. */
export const unitOf = ({ unit, startAt, endAt }: RangeQuery): Interval =>
  unit ?? (endAt - startAt <= 48 * HOUR ? 'hour' : endAt - startAt <= 183 * 24 * HOUR ? 'day' : 'month');

/** The dimension that a `type` stands for. @throws AppError `invalid` */
export const dimensionOf = (type: string): Dimension => {
  const dimension = Object.hasOwn(DIMENSIONS, type) ? DIMENSIONS[type] : undefined;
  if (dimension === undefined) throw refuse('type', `must be one of ${Object.keys(DIMENSIONS).join(', ')}`);
  return dimension;
};
