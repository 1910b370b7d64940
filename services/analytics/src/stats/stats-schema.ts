import Joi from 'joi';
import { COMPARISONS, PRESETS, INTERVALS } from '../calendar/date-range.ts';
import type { Comparison, DateRange, Preset } from '../calendar/date-range.ts';
import { METRIC_IDS } from '../metrics/metric-values.ts';
import type { Metric } from '../metrics/metric-values.ts';
import { COLUMN_DIMENSIONS } from '../dimensions/dimension-names.ts';
import type { GroupBy } from '../dimensions/dimension-names.ts';
import { filterSchema, filtersSchema, propertySchema } from './filters-schema.ts';
import type { AskedFilter } from './query/filter.ts';
import { date, segmentId } from './statistic-schema.ts';

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
