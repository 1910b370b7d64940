import { createRouter, endpoint, integerId, managementDialect, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { vitalsAnswerSchema, vitalsQuerySchema } from './vitals-schema.ts';
import type { VitalsService } from './vitals-service.ts';

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
