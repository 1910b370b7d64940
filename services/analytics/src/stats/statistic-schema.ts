import Joi from 'joi';

import { isRangeDay } from '../calendar/date-range.ts';
import { STATISTIC_NAMES } from './statistic-names.ts';
import type { StatisticName } from './statistic-names.ts';

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

/** Query of a named statistic. */
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
