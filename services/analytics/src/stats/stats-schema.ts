import Joi from 'joi';

import { COMPARISONS, isRangeDay, PRESETS } from '../calendar/date-range.ts';
import type { Comparison, DateRange, Preset } from '../calendar/date-range.ts';
import { INTERVALS } from '../calendar/interval.ts';
import { METRIC_IDS } from '../metrics/metric-values.ts';
import type { Metric } from '../metrics/metric-values.ts';
import { COLUMN_DIMENSIONS } from '../dimensions/dimension-names.ts';
import type { GroupBy } from '../dimensions/dimension-names.ts';
import { filterSchema, filtersSchema, propertySchema } from './filters-schema.ts';
import type { Filter } from './query/filter.ts';
import { STATISTIC_NAMES } from './statistic-names.ts';
import type { StatisticName } from './statistic-names.ts';

/** Days that a range may have: a century, in which every day still is a row. */
export const MAX_DAYS = 36_600;

const date = Joi.string()
  .max(10)
  .custom((value: string, helper) => (isRangeDay(value) ? value : helper.error('date.local')))
  .messages({ 'date.local': '{{#label}} must be a date as YYYY-MM-DD, from 1970 to 2099' });

const segmentId = Joi.number()
  .integer()
  .min(1)
  .max(2_147_483_647)
  .description('Id of a segment, whose filters must be true as well');
const groupBy = Joi.alternatives(
  Joi.string().valid(...INTERVALS.map((interval) => `time:${interval}`), ...COLUMN_DIMENSIONS),
  propertySchema,
).messages({
  'alternatives.match': `{{#label}} must be time:<${INTERVALS.join('|')}>, one of ${COLUMN_DIMENSIONS.join(', ')} or prop:<property>`,
});

export interface StatisticQuery {
  readonly name: StatisticName;
  readonly from?: string;
  readonly to?: string;
  readonly segment?: number;
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
  segment: segmentId,
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
  readonly segment?: number;
  readonly date_range: Preset | DateRange;
  readonly compare?: Comparison;
  readonly sort?: readonly { readonly by: Metric | GroupBy; readonly order: 'asc' | 'desc' }[];
  readonly per_page: number;
  readonly page: number;
}
export const statsQueryBody = Joi.object<StatsQueryBody>()
  .meta({ component: 'StatsQuery' })
  .example({ metrics: ['visitors', 'bounce_rate'], dimensions: ['page'], date_range: '7d' })
  .keys({
    metrics: Joi.array()
      .items(Joi.string().valid(...METRIC_IDS))
      .unique()
      .min(1)
      .required(),
    dimensions: Joi.array().items(groupBy).unique().max(3).default([]),
    filters: filtersSchema().default([]),
    segment: segmentId,
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
          by: Joi.alternatives(Joi.string().valid(...METRIC_IDS), groupBy).required(),
          order: Joi.string().valid('asc', 'desc').default('desc'),
        }),
      )
      .min(1)
      .max(4),
    per_page: Joi.number().integer().min(1).max(1000).default(100),
    page: Joi.number().integer().min(1).max(1_000_000).default(1),
  })
  // Only a shared schema gets a definition of its own in the document.
  .shared(filterSchema);

export interface RangeQuery {
  readonly from?: string;
  readonly to?: string;
}
/** Query of the export of raw events. */
export const exportQuery = Joi.object<RangeQuery>({ from: date, to: date });

const count = Joi.number().integer().min(0).required();

export const countData = Joi.object()
  .meta({ component: 'ValueCount' })
  .keys({ value: Joi.string().required(), count });

const metricData = Joi.object(
  Object.fromEntries(METRIC_IDS.map((metric) => [metric, Joi.number().allow(null)])),
);
const rangeData = Joi.object({ from: Joi.string().required(), to: Joi.string().required() });

export const queryData = Joi.object()
  .meta({ component: 'StatsRows' })
  .keys({
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
      .description('False where only single visits can answer, as with filters: imported days are left out'),
    page: count,
    per_page: count,
    total: count,
  });

const liveCounts = Joi.object({ visitors: count, pageviews: count }).required();
const liveValues = Joi.array()
  .items(Joi.object({ value: Joi.string().required(), visitors: count }))
  .required();

export const liveData = Joi.object()
  .meta({ component: 'LiveStats' })
  .keys({
    last_5_minutes: liveCounts,
    last_30_minutes: liveCounts,
    pageviews_per_minute: Joi.array().items(Joi.number().integer()).required(),
    pages: liveValues,
    referrers: liveValues,
    countries: liveValues,
  });
