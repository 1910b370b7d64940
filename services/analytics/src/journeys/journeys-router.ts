import { createRouter, endpoint, integerId, managementDialect, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import Joi from 'joi';

import { questionSchema } from '../stats/question-schema.ts';
import type { QuestionFields } from '../stats/question-schema.ts';
import type { Questions } from '../stats/questions.ts';
import type { Journeys, JourneysStore } from './journeys-store.ts';

export interface JourneysQuery extends QuestionFields {
  readonly page: string;
}

const journeysQuerySchema = questionSchema<JourneysQuery>({
  page: Joi.string().max(1_024).required().description('The page as the statistics name it: `/pricing`'),
});

const node = Joi.object({
  page: Joi.string().allow(null).required().description('null where the visit began or ended'),
  views: Joi.number().integer().required(),
  next: Joi.array().items(Joi.link('#JourneyNode')).required(),
})
  .id('JourneyNode')
  .meta({ component: 'JourneyNode' });

const journeysAnswerSchema = Joi.object({
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

export interface JourneysServiceDeps {
  readonly questions: Questions;
  readonly store: JourneysStore;
}

export interface JourneysService {
  /** @throws AppError `not_found`, and `invalid` for days that are no range or filters that name nothing */
  through(organisation: string, websiteId: number, query: JourneysQuery): Promise<Journeys>;
}

/** The use case of journeys. */
export const createJourneysService = ({ questions, store }: JourneysServiceDeps): JourneysService => ({
  async through(organisation, id, query) {
    const site = await questions.site(organisation, id);
    const filter = await questions.filter(site, query);
    const range = await questions.withTraffic(site, await questions.range(site, query));
    return store.through({ site, range, filter }, query.page);
  },
});

const TAG_DESCRIPTION = 'Which pages visitors see before and after a page.';

/** `/api/v1/websites/{id}/journeys` */
export const createJourneysRouter = (journeys: JourneysService): ApiRouter =>
  createRouter(managementDialect, { name: 'Journeys', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'GET',
      path: '/websites/:id/journeys',
      operationId: 'websites.journeys',
      summary: 'Show what visitors viewed before and after a page',
      description:
        'Three pages back and three forward, each with the ten most frequent paths. For the days `from` to `to` or `date_range`, by default the last 30. Under filters, through visits that meet them.',
      scope: 'stats:read',
      params: { id: integerId('website') },
      query: journeysQuerySchema,
      responses: { 200: { description: 'The paths through the page', data: journeysAnswerSchema } },
      handler: async ({ caller, params: { id }, query }) =>
        ok({ page: query.page, ...(await journeys.through(caller.organisation, id, query)) }),
    }),
  ]);
