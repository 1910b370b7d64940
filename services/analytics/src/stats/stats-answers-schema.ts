import Joi from 'joi';

import { METRIC_IDS } from '../metrics/metric-values.ts';

const count = Joi.number().integer().min(0).required();

/** A value and its count. */
export const countData = Joi.object()
  .meta({ component: 'ValueCount' })
  .keys({ value: Joi.string().required(), count });

const metricData = Joi.object(
  Object.fromEntries(METRIC_IDS.map((metric) => [metric, Joi.number().allow(null)])),
);

const rangeData = Joi.object({ from: Joi.string().required(), to: Joi.string().required() });

/** The answer of a query. */
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
      .description(
        'False where only single visits can answer, as with filters: then imported days are left out',
      ),
    page: count,
    per_page: count,
    total: count,
  });

const liveCounts = Joi.object({ visitors: count, pageviews: count }).required();

const liveValues = Joi.array()
  .items(Joi.object({ value: Joi.string().required(), visitors: count }))
  .required();

/** Who is on a website now. */
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
