import { createRouter, endpoint, integerId, managementDialect, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { questionSchema } from '../stats/statistic-schema.ts';
import type { QuestionFields } from '../stats/statistic-schema.ts';
import { returnsAnswerSchema } from './returns-schema.ts';
import type { ReturnsService } from './returns-service.ts';
import { RETURN_HOURS } from './returns-store.ts';

/** `/api/v1/stats/{id}/returns` */
export const createReturnsRouter = (returns: ReturnsService): ApiRouter =>
  createRouter(managementDialect, 'Statistics', [
    endpoint({
      method: 'GET',
      path: '/stats/:id/returns',
      operationId: 'stats.returns',
      summary: 'Show how many visitors come back on the same day',
      description:
        'This is not retention: a visitor is known for one day of the website’s calendar, as the secret behind the number is destroyed at night. Nobody can tell who of today was here yesterday, so there are no new and returning visitors across days and no cohorts of weeks. What can be known is how often somebody comes on one day. For the days `from` to `to` or `date_range`, by default the last 30, and a year at most. Under filters, both visits must meet them. Imported days are left out.',
      scope: 'stats:read',
      params: { id: integerId('website') },
      query: questionSchema<QuestionFields>(),
      responses: { 200: { description: 'Visitors and their visits on one day', data: returnsAnswerSchema } },
      async handler({ caller, params: { id }, query }) {
        const { range, visitors, byVisits, within } = await returns.of(caller.organisation, id, query);
        const returned = visitors - (byVisits[0] ?? 0);
        return ok({
          date_range: range,
          visitors,
          returned,
          rate: visitors === 0 ? null : Number((returned / visitors).toFixed(4)),
          by_visits: byVisits.map((count, index) => ({ visits: index + 1, visitors: count })),
          back_within: RETURN_HOURS.map((hours, index) => ({ hours, visitors: within[index] ?? 0 })),
        });
      },
    }),
  ]);
