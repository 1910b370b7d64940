import Joi from 'joi';
import { isRangeDay, PRESETS } from '../calendar/date-range.ts';
import type { Preset, Interval } from '../calendar/date-range.ts';
import { filterSchema, filtersSchema } from './filters-schema.ts';
import type { AskedFilter } from './query/filter.ts';
import type { Metric } from '../metrics/metric-values.ts';
import type { Dimension } from '../dimensions/dimension-names.ts';

/** Breakdown of a named statistic of `GET /api/v1/stats/{id}`: by dimension, days, or hours of the day. */
export type Statistic =
  | { readonly kind: 'dimension'; readonly dimension: Dimension; readonly metric: Metric }
  | { readonly kind: 'continent'; readonly metric: Metric }
  | { readonly kind: 'time'; readonly interval: Interval; readonly metric: Metric }
  | { readonly kind: 'hour_of_day'; readonly metric: Metric };

/** The names that clients of this kind of interface know. */
export const STATISTICS = {
  browser: { kind: 'dimension', dimension: 'browser', metric: 'visitors' },
  campaign: { kind: 'dimension', dimension: 'utm_campaign', metric: 'visitors' },
  city: { kind: 'dimension', dimension: 'city', metric: 'visitors' },
  continent: { kind: 'continent', metric: 'visitors' },
  country: { kind: 'dimension', dimension: 'country', metric: 'visitors' },
  device: { kind: 'dimension', dimension: 'device', metric: 'visitors' },
  event: { kind: 'dimension', dimension: 'event', metric: 'events' },
  landing_page: { kind: 'dimension', dimension: 'entry_page', metric: 'visits' },
  language: { kind: 'dimension', dimension: 'language', metric: 'visitors' },
  os: { kind: 'dimension', dimension: 'os', metric: 'visitors' },
  page: { kind: 'dimension', dimension: 'page', metric: 'pageviews' },
  pageviews: { kind: 'time', interval: 'day', metric: 'pageviews' },
  pageviews_hour: { kind: 'hour_of_day', metric: 'pageviews' },
  referrer: { kind: 'dimension', dimension: 'referrer', metric: 'visitors' },
  resolution: { kind: 'dimension', dimension: 'screen', metric: 'visitors' },
  visitors: { kind: 'time', interval: 'day', metric: 'visitors' },
  visitors_hour: { kind: 'hour_of_day', metric: 'visitors' },
} as const satisfies Record<string, Statistic>;

export type StatisticName = keyof typeof STATISTICS;

const isName = (name: string): name is StatisticName => Object.hasOwn(STATISTICS, name);
export const STATISTIC_NAMES: readonly StatisticName[] = Object.keys(STATISTICS).filter(isName);

/** A day as YYYY-MM-DD. */
export const date = Joi.string()
  .max(10)
  .custom((value: string, helper) => (isRangeDay(value) ? value : helper.error('date.local')))
  .messages({ 'date.local': '{{#label}} must be a date as YYYY-MM-DD, from 1970 to 2099' });

/** Id of a segment. */
export const segmentId = Joi.number()
  .integer()
  .min(1)
  .max(2_147_483_647)
  .description('Id of a segment, whose filters must be met as well');

/** Days that a range may have: a century, in which every day still is a row. */
export const MAX_DAYS = 36_600;

/** The days and visits that a question in an address is about: the same for all that is counted. */
export interface QuestionFields {
  readonly from?: string;
  readonly to?: string;
  readonly date_range?: Preset;
  readonly filters?: readonly AskedFilter[];
  readonly segment?: number;
}

export const questionFields = {
  from: date,
  to: date,
  date_range: Joi.string()
    .valid(...PRESETS)
    .description('Named days, in the place of `from` and `to`'),
  filters: filtersSchema()
    .description('Filters as in a query, in JSON; all of them must be met')
    .example('[{"dimension":"country","operator":"is","values":["DE"]}]'),
  segment: segmentId,
};

/** The query of a question, with its own parameters. */
export const questionSchema = <Query extends QuestionFields>(
  own: Record<string, Joi.Schema> = {},
): Joi.ObjectSchema<Query> => Joi.object<Query>({ ...questionFields, ...own }).shared(filterSchema);

export interface StatisticQuery extends QuestionFields {
  readonly name: StatisticName;
  readonly search?: string;
  readonly search_by: 'value';
  readonly sort_by: 'count' | 'value';
  readonly sort: 'desc' | 'asc';
  readonly per_page: number;
  readonly page: number;
}

/** Query of a named statistic. */
export const statisticQuery = questionSchema<StatisticQuery>({
  name: Joi.string()
    .valid(...STATISTIC_NAMES)
    .required(),
  search: Joi.string().max(200).allow(''),
  search_by: Joi.string().valid('value').default('value'),
  sort_by: Joi.string().valid('count', 'value').default('count'),
  sort: Joi.string().valid('desc', 'asc').default('desc'),
  per_page: Joi.number().valid(10, 25, 50, 100).default(10),
  page: Joi.number().integer().min(1).max(1_000_000).default(1),
});
