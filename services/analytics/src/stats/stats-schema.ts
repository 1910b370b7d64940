import Joi from 'joi';

import { COMPARISONS, PRESETS, INTERVALS } from '../calendar/date-range.ts';
import type { Comparison, DateRange, Preset, Interval } from '../calendar/date-range.ts';
import { COLUMN_DIMENSIONS } from '../dimensions/dimension-names.ts';
import type { GroupBy, Dimension } from '../dimensions/dimension-names.ts';
import { METRIC_IDS } from '../metrics/metric-values.ts';
import type { Metric } from '../metrics/metric-values.ts';
import type { AskedFilter } from './query/filter.ts';
import {
  filterSchema,
  filtersSchema,
  propertySchema,
  date,
  segmentId,
  questionSchema,
} from './question-schema.ts';
import type { QuestionFields } from './question-schema.ts';

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

const count = Joi.number().integer().min(0).required();

/** A value and its count. */
export const countData = Joi.object()
  .meta({ component: 'ValueCount' })
  .keys({ value: Joi.string().required(), count });

const metricData = Joi.object(
  Object.fromEntries(METRIC_IDS.map((metric) => [metric, Joi.number().allow(null)])),
);

const rangeData = Joi.object({ from: Joi.string().required(), to: Joi.string().required() });

/** Fields of a query’s answer, of one website as of several. */
export const queryDataFields = {
  rows: Joi.array()
    .items(
      Joi.object({
        dimensions: Joi.object().pattern(Joi.string(), Joi.string()).required(),
        title: Joi.string(),
        metrics: metricData.required(),
        comparison: metricData.allow(null),
      }),
    )
    .required(),
  date_range: rangeData.required(),
  comparison_date_range: rangeData.allow(null).required(),
  timezone: Joi.string().required(),
  imported_days: count.description('Days of the range that were imported as daily sums'),
  includes_imported: Joi.boolean()
    .required()
    .description(
      'False where only single visits can answer, as with filters: then imported days are left out',
    ),
  page: count,
  per_page: count,
  total: count,
};

/** The answer of a query. */
export const queryData = Joi.object().meta({ component: 'StatsRows' }).keys(queryDataFields);

const liveCounts = Joi.object({ visitors: count, pageviews: count }).required();

const liveValues = Joi.array()
  .items(Joi.object({ value: Joi.string().required(), visitors: count }))
  .required();

/** Fields of the present, of one website as of several. */
export const liveFields = {
  last_5_minutes: liveCounts,
  last_30_minutes: liveCounts,
  pageviews_per_minute: Joi.array().items(Joi.number().integer()).required(),
  pages: liveValues,
  referrers: liveValues,
  countries: liveValues,
};

/** Current visitors of a website. */
export const liveData = Joi.object().meta({ component: 'LiveStats' }).keys(liveFields);

/** Dimensions by which a query can be split. */
export const groupBy = Joi.alternatives(
  Joi.string().valid(...INTERVALS.map((interval) => `time:${interval}`), ...COLUMN_DIMENSIONS),
  propertySchema,
).messages({
  'alternatives.match': `{{#label}} must be time:<${INTERVALS.join('|')}>, one of ${COLUMN_DIMENSIONS.join(', ')} or prop:<property>`,
});

export interface StatsQueryBody {
  readonly metrics: readonly Metric[];
  readonly dimensions: readonly GroupBy[];
  readonly filters: readonly AskedFilter[];
  readonly segment?: number;
  readonly date_range: Preset | DateRange;
  readonly compare?: Comparison | DateRange;
  readonly same_hours?: boolean;
  readonly sort?: readonly { readonly by: Metric | GroupBy; readonly order: 'asc' | 'desc' }[];
  readonly per_page: number;
  readonly page: number;
}

/** Fields of a query, of one website as of several. */
export const queryFields = {
  metrics: Joi.array()
    .items(Joi.string().valid(...METRIC_IDS))
    .unique()
    .min(1)
    .required(),
  filters: filtersSchema().default([]),
  date_range: Joi.alternatives()
    .conditional(Joi.object().unknown(), {
      then: Joi.object({ from: date.required(), to: date.required() }),
      otherwise: Joi.string().valid(...PRESETS),
    })
    .default('30d'),
  compare: Joi.alternatives(
    Joi.string().valid(...COMPARISONS),
    Joi.object({ from: date.required(), to: date.required() }),
  ).description(
    'The days to compare with: as many before, the same a year earlier, or any. The first bucket of time is compared with the first, and so on',
  ),
  same_hours: Joi.boolean().default(false),
  per_page: Joi.number().integer().min(1).max(1000).default(100),
  page: Joi.number().integer().min(1).max(1_000_000).default(1),
};

export const statsQueryBody = Joi.object<StatsQueryBody>()
  .meta({ component: 'StatsQuery' })
  .example({ metrics: ['visitors', 'bounce_rate'], dimensions: ['page'], date_range: '7d' })
  .keys({
    ...queryFields,
    dimensions: Joi.array().items(groupBy).unique().max(3).default([]),
    segment: segmentId,
    sort: Joi.array()
      .items(
        Joi.object({
          by: Joi.alternatives(Joi.string().valid(...METRIC_IDS), groupBy).required(),
          order: Joi.string().valid('asc', 'desc').default('desc'),
        }),
      )
      .min(1)
      .max(4),
  })
  // Only a shared schema gets a separate definition in the document.
  .shared(filterSchema);

export interface RangeQuery {
  readonly from?: string;
  readonly to?: string;
}

/** Query of what takes the days alone: raw events, names of properties. */
export const exportQuery = Joi.object<RangeQuery>({ from: date, to: date });
