import { createRouter, endpoint, integerId, managementDialect, page } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import Joi from 'joi';

import { questionSchema } from '../stats/question-schema.ts';
import { visitJson, visitAnswer } from './visit.ts';
import type { VisitsService, VisitsQuery } from './visits-service.ts';

const visitsQuery = questionSchema<VisitsQuery>({
  per_page: Joi.number().valid(10, 25, 50, 100).default(25),
  page: Joi.number().integer().min(1).max(10_000).default(1),
});

/** `/api/v1/stats/{id}/visits` */
export const createVisitsRouter = (visits: VisitsService): ApiRouter =>
  createRouter(managementDialect, 'Statistics', [
    endpoint({
      method: 'GET',
      path: '/stats/:id/visits',
      operationId: 'stats.visits',
      summary: 'List single visits, the latest first',
      description:
        'Visits that began on the days `from` to `to` or `date_range`, today by default and a month at most. A visit has no name, address or number that outlives its day: nobody can tell whether two of them are the same person’s.',
      scope: 'stats:read',
      params: { id: integerId('website') },
      query: visitsQuery,
      responses: { 200: { description: 'The visits', kind: 'page', data: visitAnswer } },
      async handler({ caller, params: { id }, query: asked }) {
        const { visits: found, total } = await visits.list(caller.organisation, id, asked);
        return page({ items: found.map(visitJson), total, number: asked.page, perPage: asked.per_page });
      },
    }),
  ]);
