import { createRouter, endpoint, integerId, managementDialect, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { journeysAnswerSchema, journeysQuerySchema } from './journeys-schema.ts';
import type { JourneysService } from './journeys-service.ts';

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
