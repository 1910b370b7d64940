import { listSchema, nameSchema } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import Joi from 'joi';

import { goalRuleSchema } from '../goals/goals-schema.ts';
import { questionSchema } from '../stats/question-schema.ts';
import type { QuestionFields } from '../stats/question-schema.ts';
import { websiteRecordsRouter } from '../websites/website-records.ts';
import type { CountedFunnel } from './count-funnels.ts';
import type { FunnelsService, FunnelBody } from './funnels-service.ts';

const fields = {
  name: nameSchema().description('Unique among the funnels of the website'),
  steps: listSchema()
    .items(Joi.alternatives(Joi.number().integer().min(1), goalRuleSchema))
    .min(2)
    .max(8)
    .description('Each is the id of a goal, or a goal without a name'),
};

const createFunnelSchema = Joi.object<FunnelBody>({
  name: fields.name.required(),
  steps: fields.steps.required(),
}).meta({ component: 'CreateFunnel' });
const updateFunnelSchema = Joi.object<FunnelBody>(fields).meta({ component: 'UpdateFunnel' });

const count = Joi.number().integer().required();
const rate = Joi.number().allow(null).required();

const funnelAnswerSchema = Joi.object({
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
        threshold: Joi.number().integer().allow(null).required(),
        property: Joi.string().allow(null).required(),
        property_value: Joi.string().allow(null).required(),
        visitors: count,
        drop_off: count.description('Visitors who took the previous step but not this one'),
        rate: rate.description('Visitors divided by those of the previous step, 0 to 1'),
      }),
    )
    .required(),
}).meta({ component: 'Funnel' });

const toJson = (funnel: CountedFunnel) => ({
  id: funnel.id,
  name: funnel.name,
  created_at: funnel.createdAt.toISOString(),
  visitors: funnel.visitors,
  rate: funnel.rate,
  steps: funnel.steps.map(({ goal, name, rule, visitors, dropOff, rate }) => ({
    goal,
    name,
    type: rule.type,
    pattern: rule.pattern,
    threshold: rule.threshold,
    property: rule.property,
    property_value: rule.propertyValue,
    visitors,
    drop_off: dropOff,
    rate,
  })),
});

/** `/api/v1/websites/{id}/funnels` */
export const createFunnelsRouter = (funnels: FunnelsService): ApiRouter =>
  websiteRecordsRouter({
    tag: {
      name: 'Funnels',
      description: 'Goals in order, and how many visitors get from each one to the next.',
    },
    record: 'funnel',
    readScope: 'stats:read',
    records: funnels,
    toJson,
    answer: funnelAnswerSchema,
    counted: ['visitors', 'drop_off', 'rate'],
    bodies: { create: createFunnelSchema, update: updateFunnelSchema },
    queries: { list: questionSchema<QuestionFields>(), show: questionSchema<QuestionFields>() },
    words: {
      list: {
        summary: 'List funnels with the visitors of each step',
        description:
          'For the days `from` to `to` or `date_range`, by default the last 30. Under filters, steps in visits that meet them. Visitors are recognised within a day only, so steps on different days don’t connect.',
      },
      create: { summary: 'Create a funnel of 2 to 8 steps' },
    },
  });
