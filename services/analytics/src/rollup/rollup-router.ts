import { createRouter, endpoint, managementDialect, ok, okJson } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { sendCsv, toLiveJson, wantsCsv } from '../stats/send-answer.ts';
import { rollupBody, rollupData, rollupLiveData, rollupLiveQuery } from './rollup-schema.ts';
import type { RollupService } from './rollup-service.ts';

/** How a sum over websites is to be read. */
const ONCE =
  'Someone who visits two of the websites counts as two visitors: each website has a secret of its own, so nobody can tell that they are one.';

/** `/api/v1/stats/rollup`: several websites as one. */
export const createRollupRouter = (rollup: RollupService): ApiRouter =>
  createRouter(managementDialect, 'Statistics', [
    endpoint({
      method: 'POST',
      path: '/stats/rollup/query',
      operationId: 'stats.rollup',
      idempotent: false,
      scope: 'stats:read',
      summary: 'Query the statistics of several websites as one',
      description: `Sums over websites by the same dimensions, filters and comparison as a query of one; \`website\` keeps them apart. ${ONCE} Each website is counted by its own calendar, and a filter’s goals and segments are each website’s own, by name: those without one are left out. Rows beyond the first 10,000 of a website, or 200,000 divided by the number of websites, are not looked at.`,
      body: rollupBody,
      responses: { 200: { description: 'Rows of metrics', data: rollupData, mediaTypes: ['text/csv'] } },
      async handler({ body, caller, request, response }) {
        if (wantsCsv(request))
          return sendCsv(response, 'rollup', await rollup.csv(caller.organisation, body));
        return okJson(await rollup.json(caller.organisation, body));
      },
    }),
    endpoint({
      method: 'GET',
      path: '/stats/rollup/realtime',
      operationId: 'stats.rollupRealtime',
      scope: 'stats:read',
      summary: 'Show who is on several websites now',
      description: ONCE,
      query: rollupLiveQuery,
      responses: { 200: { description: 'The last 5 and 30 minutes', data: rollupLiveData } },
      async handler({ query, caller }) {
        const live = await rollup.live(caller.organisation, query);
        return ok({
          ...toLiveJson(live),
          websites: live.websites.map(({ id, domain, timezone }) => ({ id, domain, timezone })),
        });
      },
    }),
  ]);
