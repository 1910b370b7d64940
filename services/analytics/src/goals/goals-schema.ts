import { nameSchema } from '@platform/http';
import Joi from 'joi';

import { COLUMN_DIMENSIONS } from '../dimensions/dimension-names.ts';
import type { ColumnDimension } from '../dimensions/dimension-names.ts';
import { questionSchema } from '../stats/question-schema.ts';
import type { QuestionFields } from '../stats/question-schema.ts';
import { GOAL_INTERVALS, GOAL_TYPES } from './goal.ts';
import type { GoalInterval, GoalBody } from './goal.ts';

const fields = {
  name: nameSchema().description('Unique among the goals of the website'),
  type: Joi.string()
    .valid(...GOAL_TYPES)
    .description('What counts as a conversion: a page view, an event, a scroll depth, or time on a page'),
  pattern: Joi.string()
    .max(1_000)
    .description(
      'Path of the page, or name of the event; * for any text. By default, scroll and engaged take all pages',
    ),
  threshold: Joi.number()
    .integer()
    .min(1)
    .max(86_400)
    .allow(null)
    .description('For scroll: percent of the page; for engaged: seconds'),
  property: Joi.string().max(100).allow('', null).description('For event: a property that it must have'),
  property_value: Joi.string().max(500).allow('', null).description('The value that the property must have'),
};

const currency = Joi.string()
  .pattern(/^[A-Za-z]{3}$/, 'a currency such as EUR')
  .allow('', null)
  .description(
    'For event: the currency of a revenue goal (ISO 4217). Other currencies are counted beside it',
  );

/** A goal without a name, as a step of a funnel. */
export const goalRuleSchema = Joi.object<GoalBody>({
  ...fields,
  type: fields.type.required(),
});

export const createGoalSchema = Joi.object<GoalBody>({
  ...fields,
  currency,
  name: fields.name.required(),
  type: fields.type.required(),
})
  .meta({ component: 'CreateGoal' })
  .example({ name: 'Orders', type: 'page', pattern: '/thanks*' });

export const updateGoalSchema = Joi.object<GoalBody>({ ...fields, currency })
  .meta({ component: 'UpdateGoal' })
  .example({ name: 'Orders' });

export interface GoalQuery extends QuestionFields {
  readonly dimension?: ColumnDimension;
  readonly interval?: GoalInterval;
}

export const goalQuerySchema = questionSchema<GoalQuery>({
  dimension: Joi.string()
    .valid(...COLUMN_DIMENSIONS)
    .description('Splits the conversions by it'),
  interval: Joi.string()
    .valid(...GOAL_INTERVALS)
    .description('Splits the conversions by day or by month'),
});

const count = Joi.number().integer().required();
const rate = Joi.number()
  .allow(null)
  .required()
  .description(
    'Converters divided by visitors, 0 to 1; null without visitors. Where imported days can’t tell of conversions (under a filter that the goal itself doesn’t meet, or for what is measured), their visitors are left out, too',
  );
const revenue = Joi.array()
  .items(Joi.object({ currency: Joi.string().allow(null), amount: Joi.number() }))
  .required();
const goal = {
  id: Joi.number().integer().required(),
  name: Joi.string().required(),
  type: fields.type.required(),
  pattern: Joi.string().required(),
  threshold: Joi.number().allow(null).required(),
  property: Joi.string().allow(null).required(),
  property_value: Joi.string().allow(null).required(),
  currency: Joi.string().allow(null).required(),
  created_at: Joi.string().isoDate().required(),
};

export const goalAnswerSchema = Joi.object({
  ...goal,
  conversions: count,
  converters: count,
  rate,
  revenue,
  values: Joi.array().items(
    Joi.object({ value: Joi.string().required(), conversions: count, converters: count, rate, revenue }),
  ),
  periods: Joi.array().items(
    Joi.object({ period: Joi.string().required(), conversions: count, converters: count, rate, revenue }),
  ),
}).meta({ component: 'Goal' });
