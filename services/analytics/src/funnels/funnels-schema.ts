import { listSchema, nameSchema } from '@platform/http';
import Joi from 'joi';

import { goalRuleSchema } from '../goals/goals-schema.ts';
import type { GoalBody } from '../goals/goals-schema.ts';

export interface FunnelBody {
  readonly name?: string;
  readonly steps?: readonly (number | GoalBody)[];
}

const fields = {
  name: nameSchema().description('Unique among the funnels of the website'),
  steps: listSchema()
    .items(Joi.alternatives(Joi.number().integer().min(1), goalRuleSchema))
    .min(2)
    .max(8)
    .description('Each is the id of a goal, or a goal without a name'),
};

export const createFunnelSchema = Joi.object<FunnelBody>({
  name: fields.name.required(),
  steps: fields.steps.required(),
}).meta({ component: 'CreateFunnel' });
export const updateFunnelSchema = Joi.object<FunnelBody>(fields).meta({ component: 'UpdateFunnel' });

const count = Joi.number().integer().required();
const rate = Joi.number().allow(null).required();

export const funnelAnswerSchema = Joi.object({
  id: Joi.number().integer().required(),
  name: Joi.string().required(),
  created_at: Joi.string().isoDate().required(),
  visitors: count.description('Visitors in these days'),
  rate: rate.description('Visitors who took all steps divided by those who took the first, 0 to 1'),
  steps: Joi.array()
    .items(
      Joi.object({
        goal: Joi.number().integer().allow(null).required(),
        name: Joi.string().required(),
        type: Joi.string().required(),
        pattern: Joi.string().required(),
        visitors: count,
        drop_off: count.description('Visitors who took the previous step but not this one'),
        rate: rate.description('Visitors divided by those of the previous step, 0 to 1'),
      }),
    )
    .required(),
}).meta({ component: 'Funnel' });
