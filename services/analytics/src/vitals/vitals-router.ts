import { createRouter, endpoint, integerId, managementDialect, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import Joi from 'joi';

import type { Condition } from '../stats/query/filter.ts';
import { questionSchema } from '../stats/question-schema.ts';
import type { QuestionFields } from '../stats/question-schema.ts';
import type { Questions } from '../stats/questions.ts';
import { VITAL_DIMENSIONS } from './vitals-store.ts';
import type { VitalDimension, VitalsStore } from './vitals-store.ts';
import { VITALS } from './vitals.ts';
import type { VitalsAnswer } from './vitals.ts';

export interface VitalsQuery extends QuestionFields {
  readonly dimension: VitalDimension;
  readonly page?: string;
  readonly device?: string;
}

const vitalsQuerySchema = questionSchema<VitalsQuery>({
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

const vitalsAnswerSchema = Joi.object({
  total: Joi.object(figures).required().description('All together'),
  rows: Joi.array()
    .items(Joi.object({ value: Joi.string().required(), ...figures }))
    .required()
    .description('The 100 pages or devices with the most samples'),
}).meta({ component: 'Vitals' });

export interface VitalsServiceDeps {
  readonly questions: Questions;
  readonly store: VitalsStore;
}

export interface VitalsService {
  /** @throws AppError `not_found`, or `invalid` for days that aren't a range or filters that name nothing */
  of(organisation: string, websiteId: number, query: VitalsQuery): Promise<VitalsAnswer>;
}

const isOnly = (dimension: 'page' | 'device', value: string | undefined): readonly Condition[] =>
  value === undefined ? [] : [{ dimension, operator: 'is', values: [value] }];

/** The use case of web vitals. */
export const createVitalsService = ({ questions, store }: VitalsServiceDeps): VitalsService => ({
  async of(organisation, id, { dimension, page, device, ...query }) {
    const site = await questions.site(organisation, id);
    const asked = await questions.filter(site, query);
    const filter = { and: [asked, ...isOnly('page', page), ...isOnly('device', device)] };
    const range = await questions.withTraffic(site, await questions.range(site, query));
    return store.of({ site, range, filter }, dimension);
  },
});

const TAG_DESCRIPTION = 'How fast pages feel to their visitors.';

/** `/api/v1/stats/{id}/vitals` */
export const createVitalsRouter = (vitals: VitalsService): ApiRouter =>
  createRouter(managementDialect, { name: 'Web vitals', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'GET',
      path: '/stats/:id/vitals',
      operationId: 'stats.vitals',
      summary: 'Show the web vitals of a website',
      description:
        'LCP, INP, CLS and TTFB as visitors’ browsers measured them, at the 75th percentile, by page or by device. For the days `from` to `to` or `date_range`, by default the last 30. Under filters, measurements on pages and in visits that meet them.',
      scope: 'stats:read',
      params: { id: integerId('website') },
      query: vitalsQuerySchema,
      responses: { 200: { description: 'Percentiles and their ratings', data: vitalsAnswerSchema } },
      async handler({ caller, params: { id }, query }) {
        const { total, rows } = await vitals.of(caller.organisation, id, query);
        return ok({ total, rows: rows.map(({ value, figures }) => ({ value, ...figures })) });
      },
    }),
  ]);
