import Joi from 'joi';

import { VISIT_DIMENSIONS } from '../dimensions/dimension-names.ts';
import { questionSchema } from '../stats/statistic-schema.ts';
import type { QuestionFields } from '../stats/statistic-schema.ts';

/** The days and visits that are asked for, and which page of them. */
export interface VisitsQuery extends QuestionFields {
  readonly per_page: number;
  readonly page: number;
}

const count = Joi.number().integer().min(0).required();

/** One visit in an answer. */
export const visitAnswer = Joi.object()
  .meta({ component: 'Visit' })
  .keys({
    id: Joi.string().required().description('Id of the visit, as in the export of events'),
    started_at: Joi.string().isoDate().required(),
    seconds: count.description('Time from its first page view or event to its last'),
    pageviews: count,
    events: count.description('Its events').example(2),
    is_bounce: Joi.boolean().required().description('Whether it had one page view and nothing else'),
    dimensions: Joi.object()
      .pattern(Joi.string().valid(...VISIT_DIMENSIONS), Joi.string())
      .required()
      .description('What is known of it, by dimension'),
  });

export const visitsQuery = questionSchema<VisitsQuery>({
  per_page: Joi.number().valid(10, 25, 50, 100).default(25),
  page: Joi.number().integer().min(1).max(10_000).default(1),
});
