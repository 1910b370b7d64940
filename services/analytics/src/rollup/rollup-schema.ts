import Joi from 'joi';

import type { Comparison, DateRange, Preset } from '../calendar/date-range.ts';
import type { GroupBy } from '../dimensions/dimension-names.ts';
import { METRIC_IDS } from '../metrics/metric-values.ts';
import type { Metric } from '../metrics/metric-values.ts';
import { WEBSITE } from '../stats/answers/rollup-answers.ts';
import type { RollupSort } from '../stats/answers/rollup-answers.ts';
import { filterSchema } from '../stats/filters-schema.ts';
import type { AskedFilter } from '../stats/query/filter.ts';
import { groupBy, liveFields, queryDataFields, queryFields } from '../stats/stats-schema.ts';

/** Websites of one rollup at most: each is asked for itself. */
export const MOST_WEBSITES = 100;

/** The websites of a question: ids, or a group’s; all of the organisation’s if neither is given. */
export interface AskedWebsites {
  readonly websites?: readonly number[];
  readonly group?: number;
}

export interface RollupBody extends AskedWebsites {
  readonly metrics: readonly Metric[];
  readonly dimensions: readonly (GroupBy | typeof WEBSITE)[];
  readonly filters: readonly AskedFilter[];
  /** Belongs to one website. */
  readonly segment?: never;
  readonly date_range: Preset | DateRange;
  readonly compare?: Comparison | DateRange;
  readonly same_hours?: boolean;
  readonly sort?: readonly RollupSort[];
  readonly per_page: number;
  readonly page: number;
}

const id = Joi.number().integer().min(1).max(2_147_483_647);

const dimension = Joi.alternatives(Joi.string().valid(WEBSITE), groupBy);

/** A query of one website, with the websites that it is about. */
export const rollupBody = Joi.object<RollupBody>()
  .meta({ component: 'RollupQuery' })
  .example({ websites: [1, 2], metrics: ['visitors', 'pageviews'], dimensions: ['page'], date_range: '7d' })
  .keys({
    ...queryFields,
    websites: Joi.array()
      .items(id)
      .unique()
      .min(1)
      .max(MOST_WEBSITES)
      .description('Ids of websites, at most 100; all of the organisation’s by default'),
    group: id.description('Id of a group, in the place of `websites`').example(3),
    // Ignored, it would count what it leaves out.
    segment: Joi.any()
      .forbidden()
      .messages({ 'any.unknown': '{{#label}} belongs to one website: filter by the dimension segment' }),
    dimensions: Joi.array()
      .items(dimension)
      .unique()
      .max(3)
      .default([])
      .description('As in a query of one website; `website` keeps the websites apart, by domain'),
    sort: Joi.array()
      .items(
        Joi.object({
          by: Joi.alternatives(Joi.string().valid(...METRIC_IDS), dimension).required(),
          order: Joi.string().valid('asc', 'desc').default('desc'),
        }),
      )
      .min(1)
      .max(4),
  })
  .shared(filterSchema);

const websites = Joi.array()
  .items(
    Joi.object({
      id: Joi.number().integer().required(),
      domain: Joi.string().required(),
      timezone: Joi.string().required(),
    }),
  )
  .required()
  .description('The websites that were counted');

export const rollupData = Joi.object()
  .meta({ component: 'RollupRows' })
  .keys({
    ...queryDataFields,
    timezone: Joi.string()
      .required()
      .description(
        'The zone that most of the websites have. It names the present day; each website is counted by its own',
      ),
    websites,
  });

export const rollupLiveData = Joi.object()
  .meta({ component: 'RollupLive' })
  .keys({ ...liveFields, websites });

export const rollupLiveQuery = Joi.object<AskedWebsites>({
  group: id.description('Id of a group, in the place of `websites`').example(3),
  websites: Joi.string()
    .pattern(/^[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,99}$/)
    .custom((text: string) => [...new Set(text.split(',').map(Number))])
    .messages({ 'string.pattern.base': '{{#label}} must be ids of websites with commas between them' })
    .description(
      'Ids of websites with commas between them, at most 100; all of the organisation’s by default',
    )
    .example('1,2'),
});
