import { createRouter, endpoint, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import Joi from 'joi';

import { plausibleDialect } from './plausible-dialect.ts';
import {
  aggregateQuery,
  breakdownQuery,
  queryBody,
  realtimeQuery,
  timeseriesQuery,
} from './plausible-schema.ts';
import { aggregateData, queryData, rowsData } from './plausible-answers.ts';
import type { PlausibleService } from './plausible-service.ts';

const DESCRIPTION =
  'What Plausible’s clients ask, such as data sources of dashboards and badges; `site_id` is the domain.';

/** `/api/v1/stats/aggregate` and its like, and `/api/v2/query`, as Plausible answers them. */
export const createPlausibleRouter = (plausible: PlausibleService): ApiRouter => {
  const scope = 'stats:read';
  return createRouter(plausibleDialect, { name: 'Plausible', description: DESCRIPTION }, [
    endpoint({
      method: 'GET',
      path: '/v1/stats/aggregate',
      operationId: 'plausible.aggregate',
      summary: 'Sums of a period, as Plausible answers',
      scope,
      query: aggregateQuery,
      responses: { 200: { description: 'The sums', data: aggregateData } },
      handler: async ({ caller, query }) =>
        ok({ results: await plausible.aggregate(caller.organisation, query) }),
    }),
    endpoint({
      method: 'GET',
      path: '/v1/stats/timeseries',
      operationId: 'plausible.timeseries',
      summary: 'Sums by day, hour or month, as Plausible answers',
      scope,
      query: timeseriesQuery,
      responses: { 200: { description: 'The rows', data: rowsData } },
      handler: async ({ caller, query }) =>
        ok({ results: await plausible.timeseries(caller.organisation, query) }),
    }),
    endpoint({
      method: 'GET',
      path: '/v1/stats/breakdown',
      operationId: 'plausible.breakdown',
      summary: 'Sums by the values of a property, as Plausible answers',
      scope,
      query: breakdownQuery,
      responses: { 200: { description: 'The rows', data: rowsData } },
      handler: async ({ caller, query }) =>
        ok({ results: await plausible.breakdown(caller.organisation, query) }),
    }),
    endpoint({
      method: 'GET',
      path: '/v1/stats/realtime/visitors',
      operationId: 'plausible.visitors',
      summary: 'Visitors of the last five minutes, as Plausible answers',
      scope,
      query: realtimeQuery,
      responses: { 200: { description: 'A number', data: Joi.number().integer() } },
      handler: async ({ caller, query }) => ok(await plausible.visitors(caller.organisation, query.site_id)),
    }),
    endpoint({
      method: 'POST',
      path: '/v2/query',
      operationId: 'plausible.query',
      idempotent: false,
      summary: 'Query statistics in Plausible’s language',
      scope,
      body: queryBody,
      responses: { 200: { description: 'The rows', data: queryData } },
      handler: async ({ caller, body }) => ok(await plausible.query(caller.organisation, body)),
    }),
  ]);
};
