import Joi from 'joi';

import { COMPARISONS, isRangeDay, PRESETS } from './date-range.ts';
import type { Comparison, DateRange, Preset } from './date-range.ts';
import { EVENT_DIMENSIONS, INTERVALS, VISIT_DIMENSIONS } from './dimensions.ts';
import type { GroupBy } from './dimensions.ts';
import { OPERATORS } from './filter.ts';
import type { Filter } from './filter.ts';
import { METRICS } from './metrics.ts';
import type { Metric } from './metrics.ts';
import { STATISTIC_NAMES } from './statistic-names.ts';
import type { StatisticName } from './statistic-names.ts';

/** Days that a range may have: a century, in which every day still is a row. */
export const MAX_DAYS = 36_600;
const MAX_CONDITIONS = 50;
const MAX_DEPTH = 5;

const date = Joi.string()
  .max(10)
  .custom((value: string, helper) => (isRangeDay(value) ? value : helper.error('date.local')))
  .messages({ 'date.local': '{{#label}} must be a date as YYYY-MM-DD, from 1970 to 2099' });

const property = Joi.string()
  .pattern(/^prop:.{1,100}$/s, 'prop:<property>')
  .max(105);
const dimension = Joi.alternatives(
  Joi.string().valid(...VISIT_DIMENSIONS, ...EVENT_DIMENSIONS),
  property,
).messages({
  'alternatives.match': `{{#label}} must be one of ${[...VISIT_DIMENSIONS, ...EVENT_DIMENSIONS].join(', ')} or prop:<property>`,
});
const groupBy = Joi.alternatives(
  Joi.string().valid(
    ...INTERVALS.map((interval) => `time:${interval}`),
    ...VISIT_DIMENSIONS,
    ...EVENT_DIMENSIONS,
  ),
  property,
).messages({
  'alternatives.match': `{{#label}} must be time:<${INTERVALS.join('|')}>, one of ${[...VISIT_DIMENSIONS, ...EVENT_DIMENSIONS].join(', ')} or prop:<property>`,
});

const condition = Joi.object({
  dimension: dimension.required(),
  operator: Joi.string()
    .valid(...OPERATORS)
    .required(),
  values: Joi.array().items(Joi.string().max(2000).allow('')).min(1).max(100).required(),
});
const nested = Joi.array().items(Joi.link('#filter')).min(1).max(MAX_CONDITIONS);
const filter = Joi.alternatives()
  .conditional(Joi.object({ and: Joi.exist() }).unknown(), {
    then: Joi.object({ and: nested.required() }),
    otherwise: Joi.alternatives().conditional(Joi.object({ or: Joi.exist() }).unknown(), {
      then: Joi.object({ or: nested.required() }),
      otherwise: condition,
    }),
  })
  .id('filter');

interface Size {
  /** 1 for a single condition. */
  readonly depth: number;
  readonly conditions: number;
}

/** Size of what may be no filter at all: Joi measures it also where it has found faults already. */
const sizeOf = (filter: unknown): Size => {
  const { and, or } = (filter ?? {}) as { readonly and?: unknown; readonly or?: unknown };
  const inner: unknown = and ?? or;
  if (!Array.isArray(inner)) return { depth: 1, conditions: 1 };
  const sizes = inner.map(sizeOf);
  return {
    depth: 1 + Math.max(0, ...sizes.map(({ depth }) => depth)),
    conditions: sizes.reduce((sum, { conditions }) => sum + conditions, 0),
  };
};

const withinLimits = (filters: Filter[], helper: Joi.CustomHelpers): Filter[] | Joi.ErrorReport => {
  const { depth, conditions } = sizeOf({ and: filters });
  if (depth > MAX_DEPTH + 1) return helper.error('filters.depth');
  return conditions > MAX_CONDITIONS ? helper.error('filters.count') : filters;
};

export interface StatisticQuery {
  readonly name: StatisticName;
  readonly from?: string;
  readonly to?: string;
  readonly search?: string;
  readonly search_by: 'value';
  readonly sort_by: 'count' | 'value';
  readonly sort: 'desc' | 'asc';
  readonly per_page: number;
  readonly page: number;
}
export const statisticQuery = Joi.object<StatisticQuery>({
  name: Joi.string()
    .valid(...STATISTIC_NAMES)
    .required(),
  from: date,
  to: date,
  search: Joi.string().max(200).allow(''),
  search_by: Joi.string().valid('value').default('value'),
  sort_by: Joi.string().valid('count', 'value').default('count'),
  sort: Joi.string().valid('desc', 'asc').default('desc'),
  per_page: Joi.number().valid(10, 25, 50, 100).default(10),
  page: Joi.number().integer().min(1).max(1_000_000).default(1),
});

export interface StatsQueryBody {
  readonly metrics: readonly Metric[];
  readonly dimensions: readonly GroupBy[];
  readonly filters: readonly Filter[];
  readonly date_range: Preset | DateRange;
  readonly compare?: Comparison;
  readonly sort?: readonly { readonly by: Metric | GroupBy; readonly order: 'asc' | 'desc' }[];
  readonly per_page: number;
  readonly page: number;
}
export const statsQueryBody = Joi.object<StatsQueryBody>({
  metrics: Joi.array()
    .items(Joi.string().valid(...METRICS))
    .unique()
    .min(1)
    .required(),
  dimensions: Joi.array().items(groupBy).unique().max(3).default([]),
  filters: Joi.array()
    .items(filter)
    .max(MAX_CONDITIONS)
    .default([])
    .custom(withinLimits)
    .messages({
      'filters.depth': `{{#label}} must not be nested deeper than ${MAX_DEPTH}`,
      'filters.count': `{{#label}} must not hold more than ${MAX_CONDITIONS} conditions`,
    }),
  date_range: Joi.alternatives()
    .conditional(Joi.object().unknown(), {
      then: Joi.object({ from: date.required(), to: date.required() }),
      otherwise: Joi.string().valid(...PRESETS),
    })
    .default('30d'),
  compare: Joi.string().valid(...COMPARISONS),
  sort: Joi.array()
    .items(
      Joi.object({
        by: Joi.alternatives(Joi.string().valid(...METRICS), groupBy).required(),
        order: Joi.string().valid('asc', 'desc').default('desc'),
      }),
    )
    .min(1)
    .max(4),
  per_page: Joi.number().integer().min(1).max(1000).default(100),
  page: Joi.number().integer().min(1).max(1_000_000).default(1),
});

export interface RangeQuery {
  readonly from?: string;
  readonly to?: string;
}
/** Query of the export of raw events. */
export const exportQuery = Joi.object<RangeQuery>({ from: date, to: date });

const count = Joi.number().integer().min(0).required();

export const countData = Joi.object({ value: Joi.string().required(), count });

const metricData = Joi.object(
  Object.fromEntries(METRICS.map((metric) => [metric, Joi.number().allow(null)])),
);
const rangeData = Joi.object({ from: Joi.string().required(), to: Joi.string().required() });

export const queryData = Joi.object({
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
  page: count,
  per_page: count,
  total: count,
});

const liveCounts = Joi.object({ visitors: count, pageviews: count }).required();
const liveValues = Joi.array()
  .items(Joi.object({ value: Joi.string().required(), visitors: count }))
  .required();

export const liveData = Joi.object({
  last_5_minutes: liveCounts,
  last_30_minutes: liveCounts,
  pageviews_per_minute: Joi.array().items(Joi.number().integer()).required(),
  pages: liveValues,
  referrers: liveValues,
  countries: liveValues,
});
