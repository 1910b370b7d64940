import Joi from 'joi';

import { questionSchema } from '../stats/statistic-schema.ts';
import type { QuestionFields } from '../stats/statistic-schema.ts';
import { VITALS } from './vitals.ts';
import { VITAL_DIMENSIONS } from './vitals-sql.ts';
import type { VitalDimension } from './vitals-sql.ts';

export interface VitalsQuery extends QuestionFields {
  readonly dimension: VitalDimension;
  readonly page?: string;
  readonly device?: string;
}

export const vitalsQuerySchema = questionSchema<VitalsQuery>({
  dimension: Joi.string()
    .valid(...VITAL_DIMENSIONS)
    .default('page')
    .description('What the rows are: pages, or kinds of device'),
  page: Joi.string().max(1_024).description('Only views of this page, as the statistics name it'),
  device: Joi.string().max(60).description('Only views on this kind of device'),
});

const figure = Joi.object({
  p75: Joi.number()
    .required()
    .description('75th percentile in milliseconds, for cls a score; at most 2 % off'),
  samples: Joi.number().integer().required().description('Views that measured it'),
  rating: Joi.string().valid('good', 'needs_improvement', 'poor').required(),
})
  .allow(null)
  .required();

const figures = Object.fromEntries(
  VITALS.map(({ id, title }) => [id, figure.description(`${title}; null where nobody measured it`)]),
);

export const vitalsAnswerSchema = Joi.object({
  total: Joi.object(figures).required().description('All together'),
  rows: Joi.array()
    .items(Joi.object({ value: Joi.string().required(), ...figures }))
    .required()
    .description('The 100 pages or devices with the most samples'),
}).meta({ component: 'Vitals' });
