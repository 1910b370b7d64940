import { createRouter, endpoint, managementDialect, ok } from '@platform/http';
import type { ApiRouter, Dialect } from '@platform/http';
import Joi from 'joi';

import {
  aggregateQuery,
  breakdownQuery,
  queryBody,
  realtimeQuery,
  timeseriesQuery,
} from './plausible-schema.ts';
import type { PlausibleService } from './plausible-service.ts';

const value = Joi.number().allow(null).required();

const row = Joi.object().pattern(Joi.string(), Joi.alternatives(Joi.number(), Joi.string()).allow(null));

const aggregateData = Joi.object({
  results: Joi.object()
    .pattern(Joi.string(), Joi.object({ value, change: Joi.number().allow(null) }))
    .required(),
});

const rowsData = Joi.object({ results: Joi.array().items(row).required() });

const money = Joi.object({
  value: Joi.number().required(),
  currency: Joi.string().allow(null).required(),
  short: Joi.string().required(),
  long: Joi.string().required(),
});

const queryData = Joi.object({
  results: Joi.array()
    .items(
      Joi.object({
        metrics: Joi.array().items(Joi.alternatives(Joi.number(), money).allow(null)).required(),
        dimensions: Joi.array().items(Joi.string()).required(),
      }),
    )
    .required(),
  meta: Joi.object().unknown().required(),
  query: Joi.object().unknown().required(),
});

/** Answers and errors as Plausible's clients expect them: bare, and 400 for what can't be understood. */
const plausibleDialect: Dialect = {
  ...managementDialect,
  prefix: '/api',
  bodyTypes: ['application/json'],
  statusOf: (kind) => (kind === 'invalid' ? 400 : managementDialect.statusOf(kind)),
  render: (reply) => JSON.stringify(reply.kind === 'one' ? reply.data : {}),
  renderError: (error, status, requestId) => ({
    ...(managementDialect.renderError(error, status, requestId) as object),
    error: error.details[0]?.message ?? error.message,
  }),
  wrapSchema: (_, data) => data,
  errorComponent: 'PlausibleProblem',
  components: {
    PlausibleProblem: {
      type: 'object',
      properties: {
        error: {
          type: 'string',
          description: 'What is wrong, in English; errors from the gateway have it in `message`',
        },
        message: { type: 'string', description: 'The same without the field' },
        code: { type: 'string', description: 'Stable and machine-readable; docs/errors.md lists all codes' },
      },
      required: ['message', 'code'],
    },
  },
};

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
