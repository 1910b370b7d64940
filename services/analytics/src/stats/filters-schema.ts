import { listSchema } from '@platform/http';
import Joi from 'joi';

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
