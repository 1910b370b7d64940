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

import { alertAnswerSchema, createAlertSchema, updateAlertSchema } from './alerts-schema.ts';
import type { AddressedAlert, AlertsService } from './alerts-service.ts';

const toJson = (alert: AddressedAlert) => ({
  id: alert.id,
  name: alert.name,
  type: alert.rule.type,
  threshold: 'threshold' in alert.rule ? alert.rule.threshold : null,
  hours: 'hours' in alert.rule ? alert.rule.hours : null,
  goal: 'goal' in alert.rule ? alert.rule.goal : null,
  period: 'period' in alert.rule ? alert.rule.period : null,
  recipients: alert.recipients,
  goes_to: alert.goesTo,
  last_told_at: alert.lastToldAt?.toISOString() ?? null,
  created_at: alert.createdAt.toISOString(),
});

/** `/api/v1/websites/{id}/alerts` */
export const createAlertsRouter = (alerts: AlertsService): ApiRouter => {
  const params = { id: integerId('website') };
  const oneParams = { ...params, alert: integerId('alert') };
  const answer = { data: alertAnswerSchema };
  return createRouter(managementDialect, 'Alerts', [
    endpoint({
      method: 'GET',
      path: '/websites/:id/alerts',
      summary: 'List alerts',
      scope: 'websites:read',
      params,
      responses: { 200: { description: 'All alerts', kind: 'page', ...answer } },
      handler: async ({ caller, params: { id } }) => {
        const items = (await alerts.list(caller.organisation, id)).map(toJson);
        return page({ items, total: items.length, number: 1, perPage: Math.max(items.length, 1) });
      },
    }),
    endpoint({
      method: 'POST',
      path: '/websites/:id/alerts',
      summary: 'Create an alert',
      description:
        'Sent once by e-mail: a spike once a day, a silence until the next visit, a goal once in its period.',
      scope: 'websites:write',
      params,
      body: createAlertSchema,
      responses: { 201: { description: 'The alert', ...answer } },
      handler: async ({ caller, params: { id }, body }) => {
        const alert = await alerts.create(caller.organisation, id, body);
        return created(toJson(alert), `/api/v1/websites/${id}/alerts/${alert.id}`);
      },
    }),
    endpoint({
      method: 'GET',
      path: '/websites/:id/alerts/:alert',
      summary: 'Show an alert',
      scope: 'websites:read',
      params: oneParams,
      responses: { 200: { description: 'The alert', ...answer } },
      handler: async ({ caller, params: { id, alert } }) =>
        ok(toJson(await alerts.show(caller.organisation, id, alert))),
    }),
    endpoint({
      method: ['PUT', 'PATCH'],
      path: '/websites/:id/alerts/:alert',
      summary: 'Update an alert',
      scope: 'websites:write',
      params: oneParams,
      body: updateAlertSchema,
      responses: { 200: { description: 'The alert as it is now', ...answer } },
      handler: async ({ caller, params: { id, alert }, body }) =>
        ok(toJson(await alerts.update(caller.organisation, id, alert, body))),
    }),
    endpoint({
      method: 'DELETE',
      path: '/websites/:id/alerts/:alert',
      summary: 'Delete an alert',
      scope: 'websites:write',
      params: oneParams,
      responses: { 200: { description: 'What was deleted', kind: 'deleted' } },
      handler: async ({ caller, params: { id, alert } }) => {
        await alerts.remove(caller.organisation, id, alert);
        return deleted(alert, 'alert');
      },
    }),
  ]);
};
