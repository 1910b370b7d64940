import Joi from 'joi';

import { questionSchema } from '../stats/statistic-schema.ts';
import type { QuestionFields } from '../stats/statistic-schema.ts';

export interface JourneysQuery extends QuestionFields {
  readonly page: string;
}

export const journeysQuerySchema = questionSchema<JourneysQuery>({
  page: Joi.string().max(1_024).required().description('The page as the statistics name it: `/pricing`'),
});

const node = Joi.object({
  page: Joi.string().allow(null).required().description('null where the visit began or ended'),
  views: Joi.number().integer().required(),
  next: Joi.array().items(Joi.link('#JourneyNode')).required(),
})
  .id('JourneyNode')
  .meta({ component: 'JourneyNode' });

export const journeysAnswerSchema = Joi.object({
  page: Joi.string().required(),
  views: Joi.number()
    .integer()
    .required()
    .description('Views of the page; several in a row, as by reloading, count as one'),
  before: Joi.array().items(node).required().description('From the page backwards, up to three pages'),
  after: Joi.array().items(Joi.link('#JourneyNode')).required().description('From the page onwards'),
})
  .shared(node)
  .meta({ component: 'Journeys' });
