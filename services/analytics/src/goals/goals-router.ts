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

import {
  createGoalSchema,
  goalAnswerSchema,
  goalQuerySchema,
  rangeQuerySchema,
  updateGoalSchema,
} from './goals-schema.ts';
import type { CountedGoal, GoalsService } from './goals-service.ts';

const toJson = (goal: CountedGoal) => ({
  id: goal.id,
  name: goal.name,
  type: goal.type,
  pattern: goal.pattern,
  threshold: goal.threshold,
  property: goal.property,
  property_value: goal.propertyValue,
  created_at: goal.createdAt.toISOString(),
  conversions: goal.conversions,
  converters: goal.converters,
  rate: goal.rate,
  revenue: goal.revenue,
  ...(goal.values === undefined ? {} : { values: goal.values }),
});

/** `/api/v1/websites/{id}/goals` */
export const createGoalsRouter = ({ goals }: { goals: GoalsService }): ApiRouter => {
  const params = { id: integerId('website') };
  const oneParams = { ...params, goal: integerId('goal') };
  return createRouter(managementDialect, 'Goals', [
    endpoint({
      method: 'GET',
      path: '/websites/:id/goals',
      summary: 'List goals with their conversions',
      description: 'Of the days `from` to `to`; of the last 30 days by default.',
      scope: 'stats:read',
      params,
      query: rangeQuerySchema,
      responses: { 200: { description: 'All goals', kind: 'page', data: goalAnswerSchema } },
      handler: async ({ caller, params: { id }, query }) => {
        const items = (await goals.list(caller.organisation, id, query)).map(toJson);
        return page({ items, total: items.length, number: 1, perPage: Math.max(items.length, 1) });
      },
    }),
    endpoint({
      method: 'POST',
      path: '/websites/:id/goals',
      summary: 'Create a goal',
      description:
        'It counts for the past as well. Amounts of events are their properties `revenue.amount` or `amount`.',
      scope: 'websites:write',
      params,
      body: createGoalSchema,
      responses: { 201: { description: 'The goal', data: goalAnswerSchema } },
      handler: async ({ caller, params: { id }, body }) => {
        const goal = await goals.create(caller.organisation, id, body);
        return created(toJson(goal), `/api/v1/websites/${id}/goals/${goal.id}`);
      },
    }),
    endpoint({
      method: 'GET',
      path: '/websites/:id/goals/:goal',
      summary: 'Show a goal, also by the values of a dimension',
      scope: 'stats:read',
      params: oneParams,
      query: goalQuerySchema,
      responses: { 200: { description: 'The goal', data: goalAnswerSchema } },
      handler: async ({ caller, params: { id, goal }, query }) =>
        ok(toJson(await goals.show(caller.organisation, id, goal, query))),
    }),
    endpoint({
      method: ['PUT', 'PATCH'],
      path: '/websites/:id/goals/:goal',
      summary: 'Update a goal',
      scope: 'websites:write',
      params: oneParams,
      body: updateGoalSchema,
      responses: { 200: { description: 'The goal as it is now', data: goalAnswerSchema } },
      handler: async ({ caller, params: { id, goal }, body }) =>
        ok(toJson(await goals.update(caller.organisation, id, goal, body))),
    }),
    endpoint({
      method: 'DELETE',
      path: '/websites/:id/goals/:goal',
      summary: 'Delete a goal',
      scope: 'websites:write',
      params: oneParams,
      responses: { 200: { description: 'What was deleted', kind: 'deleted' } },
      handler: async ({ caller, params: { id, goal } }) => {
        await goals.remove(caller.organisation, id, goal);
        return deleted(goal, 'goal');
      },
    }),
  ]);
};
