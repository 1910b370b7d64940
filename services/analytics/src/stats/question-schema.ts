import Joi from 'joi';
import { listSchema } from '@platform/http';

import { isRangeDay, PRESETS } from '../calendar/date-range.ts';
import type { Preset } from '../calendar/date-range.ts';
import { COLUMN_DIMENSIONS } from '../dimensions/dimension-names.ts';
import { OPERATORS } from './query/filter.ts';
import type { AskedFilter } from './query/filter.ts';

const MAX_CONDITIONS = 50;
const MAX_DEPTH = 5;

/** A property of events as a dimension: `prop:plan`. */
export const propertySchema = Joi.string()
  .pattern(/^prop:.{1,100}$/s, 'prop:<property>')
  .max(105);
const dimension = Joi.alternatives(Joi.string().valid(...COLUMN_DIMENSIONS), propertySchema).messages({
  'alternatives.match': `{{#label}} must be one of ${COLUMN_DIMENSIONS.join(', ')}, goal, segment or prop:<property>`,
});
const condition = Joi.object({
  dimension: dimension.required(),
  operator: Joi.string()
    .valid(...OPERATORS)
    .required(),
  values: Joi.array().items(Joi.string().max(2000).allow('')).min(1).max(100).required(),
});
const named = Joi.object({
  dimension: Joi.string().valid('goal', 'segment').required(),
  operator: Joi.string().valid('is', 'is_not').required(),
  values: Joi.array()
    .items(Joi.string().max(200))
    .min(1)
    .max(20)
    .required()
    .description('Ids or names of goals that the visit reached, or of segments that it belongs to'),
});
const nested = Joi.array().items(Joi.link('#Filter')).min(1).max(MAX_CONDITIONS);
/** One filter. Schemas that hold some share it, so that the API reference defines it once. */
export const filterSchema = Joi.alternatives()
  .conditional(Joi.object({ and: Joi.exist() }).unknown(), {
    then: Joi.object({ and: nested.required() }),
    otherwise: Joi.alternatives().conditional(Joi.object({ or: Joi.exist() }).unknown(), {
      then: Joi.object({ or: nested.required() }),
      otherwise: Joi.alternatives().conditional(
        Joi.object({ dimension: Joi.valid('goal', 'segment').required() }).unknown(),
        { then: named, otherwise: condition },
      ),
    }),
  })
  .id('Filter');

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

const withinLimits = (filters: AskedFilter[], helper: Joi.CustomHelpers): AskedFilter[] | Joi.ErrorReport => {
  const { depth, conditions } = sizeOf({ and: filters });
  if (depth > MAX_DEPTH + 1) return helper.error('filters.depth');
  return conditions > MAX_CONDITIONS ? helper.error('filters.count') : filters;
};

/** A list of filters, bounded in number and depth. */
export const filtersSchema = (): Joi.ArraySchema =>
  listSchema()
    .items(Joi.link('#Filter'))
    .max(MAX_CONDITIONS)
    .custom(withinLimits)
    .messages({
      'filters.depth': `{{#label}} must not be nested deeper than ${MAX_DEPTH}`,
      'filters.count': `{{#label}} must not contain more than ${MAX_CONDITIONS} conditions`,
    });

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

const questionFields = {
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
