import {
  created,
  createRouter,
  deleted,
  endpoint,
  integerId,
  managementDialect,
  ok,
  page,
} from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { rangeQuerySchema } from '../goals/goals-schema.ts';
import { createFunnelSchema, funnelAnswerSchema, updateFunnelSchema } from './funnels-schema.ts';
import type { CountedFunnel, FunnelsService } from './funnels-service.ts';

const toJson = (funnel: CountedFunnel) => ({
  id: funnel.id,
  name: funnel.name,
  created_at: funnel.createdAt.toISOString(),
  visitors: funnel.visitors,
  rate: funnel.rate,
  steps: funnel.steps.map(({ goal, name, rule, visitors, dropOff, rate }) => ({
    goal,
    name,
    type: rule.type,
    pattern: rule.pattern,
    visitors,
    drop_off: dropOff,
    rate,
  })),
});

/** `/api/v1/websites/{id}/funnels` */
export const createFunnelsRouter = ({ funnels }: { funnels: FunnelsService }): ApiRouter => {
  const params = { id: integerId('website') };
  const oneParams = { ...params, funnel: integerId('funnel') };
  const answer = { data: funnelAnswerSchema };
  return createRouter(managementDialect, 'Funnels', [
    endpoint({
      method: 'GET',
      path: '/websites/:id/funnels',
      summary: 'List funnels with the visitors of each step',
      description:
        'Of the days `from` to `to`; of the last 30 days by default. Visitors are known for a day, so steps on different days are not one way.',
      scope: 'stats:read',
      params,
      query: rangeQuerySchema,
      responses: { 200: { description: 'All funnels', kind: 'page', ...answer } },
      handler: async ({ caller, params: { id }, query }) => {
        const items = (await funnels.list(caller.organisation, id, query)).map(toJson);
        return page({ items, total: items.length, number: 1, perPage: Math.max(items.length, 1) });
      },
    }),
    endpoint({
      method: 'POST',
      path: '/websites/:id/funnels',
      summary: 'Create a funnel of 2 to 8 steps',
      scope: 'websites:write',
      params,
      body: createFunnelSchema,
      responses: { 201: { description: 'The funnel', ...answer } },
      handler: async ({ caller, params: { id }, body }) => {
        const funnel = await funnels.create(caller.organisation, id, body);
        return created(toJson(funnel), `/api/v1/websites/${id}/funnels/${funnel.id}`);
      },
    }),
    endpoint({
      method: 'GET',
      path: '/websites/:id/funnels/:funnel',
      summary: 'Show a funnel',
      scope: 'stats:read',
      params: oneParams,
      query: rangeQuerySchema,
      responses: { 200: { description: 'The funnel', ...answer } },
      handler: async ({ caller, params: { id, funnel }, query }) =>
        ok(toJson(await funnels.show(caller.organisation, id, funnel, query))),
    }),
    endpoint({
      method: ['PUT', 'PATCH'],
      path: '/websites/:id/funnels/:funnel',
      summary: 'Update a funnel',
      scope: 'websites:write',
      params: oneParams,
      body: updateFunnelSchema,
      responses: { 200: { description: 'The funnel as it is now', ...answer } },
      handler: async ({ caller, params: { id, funnel }, body }) =>
        ok(toJson(await funnels.update(caller.organisation, id, funnel, body))),
    }),
    endpoint({
      method: 'DELETE',
      path: '/websites/:id/funnels/:funnel',
      summary: 'Delete a funnel',
      scope: 'websites:write',
      params: oneParams,
      responses: { 200: { description: 'What was deleted', kind: 'deleted' } },
      handler: async ({ caller, params: { id, funnel } }) => {
        await funnels.remove(caller.organisation, id, funnel);
        return deleted(funnel, 'funnel');
      },
    }),
  ]);
};
