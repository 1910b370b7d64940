import { createRouter, endpoint, integerId, managementDialect, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { journeysAnswerSchema, journeysQuerySchema } from './journeys-schema.ts';
import type { JourneysService } from './journeys-service.ts';

const TAG_DESCRIPTION = 'Which pages visitors see before and after one.';

/** `/api/v1/websites/{id}/journeys` */
export const createJourneysRouter = (journeys: JourneysService): ApiRouter =>
  createRouter(managementDialect, { name: 'Journeys', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'GET',
      path: '/websites/:id/journeys',
      operationId: 'websites.journeys',
      summary: 'Show what visits looked at before and after a page',
      description:
        'Three pages back and on, each with the ten ways taken most often. Of the days `from` to `to`; of the last 30 days by default.',
      scope: 'stats:read',
      params: { id: integerId('website') },
      query: journeysQuerySchema,
      responses: { 200: { description: 'The ways through the page', data: journeysAnswerSchema } },
      handler: async ({ caller, params: { id }, query }) =>
        ok({ page: query.page, ...(await journeys.through(caller.organisation, id, query)) }),
    }),
  ]);
