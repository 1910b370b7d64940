import {
  accepted,
  created,
  createRouter,
  cursorPageJson,
  deleted,
  endpoint,
  envelopeDialect,
  ok,
  typeId,
} from '@platform/http';
import type { ApiRouter } from '@platform/http';
import type { Caller } from '@platform/identity';
import { deliveryJson, newWebhookJson, webhookJson } from './webhook.ts';
import {
  createWebhookBody,
  deliveryResponse,
  listWebhooksQuery,
  newWebhookResponse,
  rotateSecretBody,
  updateWebhookBody,
  webhookListResponse,
  webhookResponse,
} from './webhooks-schema.ts';
import type { WebhooksService } from './webhooks-service.ts';

export interface WebhooksRouterDeps {
  webhooks: WebhooksService;
}

const scope = 'webhooks:write';
const id = typeId('whk', 'webhook');

/** A delivery changes it, and is no change that somebody made. */
const volatile = ['failing_since'];

const TAG_DESCRIPTION =
  'Messages to your address when something happens, signed as Standard Webhooks 1.0 says. A message is sent at ' +
  'least once, and tried ten times in three days.';

/** `/v1/webhooks` */
export const createWebhooksRouter = ({ webhooks }: WebhooksRouterDeps): ApiRouter => {
  const versioned = {
    read: async ({ caller, params }: { caller: Caller; params: { id: string } }) =>
      webhookJson(await webhooks.show(caller.organisation, params.id)),
    volatile,
    isLive: true,
  };
  return createRouter(envelopeDialect, { name: 'Webhooks', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'POST',
      path: '/webhooks',
      summary: 'Create a webhook',
      secret: true,
      description:
        'The secret is only shown in this answer. Each event needs the scope of what it tells, besides this one.',
      scope,
      body: createWebhookBody,
      responses: { 201: { description: 'The new webhook', data: newWebhookResponse } },
      handler: async ({ caller, body }) => {
        const webhook = await webhooks.create(caller, body);
        return created(newWebhookJson(webhook), `/v1/webhooks/${webhook.id}`);
      },
    }),
    endpoint({
      method: 'GET',
      path: '/webhooks',
      summary: 'List webhooks',
      description: 'Newest first.',
      scope,
      query: listWebhooksQuery,
      responses: { 200: { description: 'A page of webhooks', data: webhookListResponse } },
      handler: async ({ caller, query }) =>
        ok(cursorPageJson(await webhooks.list(caller.organisation, query), webhookJson)),
    }),
    endpoint({
      method: 'GET',
      path: '/webhooks/:id',
      summary: 'Show a webhook',
      description: 'Where it sends what, and whether deliveries fail. The secret is never shown again.',
      scope,
      params: { id },
      versioned,
      responses: { 200: { description: 'The webhook', data: webhookResponse } },
      handler: async ({ caller, params }) =>
        ok(webhookJson(await webhooks.show(caller.organisation, params.id))),
    }),
    endpoint({
      method: 'PATCH',
      path: '/webhooks/:id',
      summary: 'Change a webhook',
      description: 'Fields that are not given stay as they are.',
      scope,
      params: { id },
      versioned,
      body: updateWebhookBody,
      responses: { 200: { description: 'The changed webhook', data: webhookResponse } },
      handler: async ({ caller, params, body }) =>
        ok(webhookJson(await webhooks.update(caller, params.id, body))),
    }),
    endpoint({
      method: 'DELETE',
      path: '/webhooks/:id',
      summary: 'Delete a webhook and its deliveries',
      description: 'Nothing is sent any more, deliveries that wait for another attempt included.',
      scope,
      params: { id },
      versioned,
      responses: { 200: { description: 'What was deleted', kind: 'deleted' } },
      handler: async ({ caller, params }) => {
        await webhooks.remove(caller.organisation, params.id);
        return deleted(params.id, 'webhook');
      },
    }),
    endpoint({
      method: 'POST',
      path: '/webhooks/:id/rotate',
      secret: true,
      operationId: 'webhooks.rotate',
      summary: "Rotate a webhook's secret",
      description: 'Messages carry signatures of both secrets until the grace period ends.',
      scope,
      params: { id },
      body: rotateSecretBody,
      responses: { 200: { description: 'The webhook with its new secret', data: newWebhookResponse } },
      handler: async ({ caller, params, body }) =>
        ok(newWebhookJson(await webhooks.rotate(caller, params.id, body.grace_seconds))),
    }),
    endpoint({
      method: 'POST',
      path: '/webhooks/:id/ping',
      operationId: 'webhooks.ping',
      summary: 'Send a test event',
      description:
        'Sends `webhook.ping` to the address, whatever events the webhook asks for. A webhook that is switched off is 400.',
      scope,
      params: { id },
      errors: ['conflict'],
      responses: { 202: { description: 'The delivery of the test event', data: deliveryResponse } },
      handler: async ({ caller, params }) => {
        const made = await webhooks.ping(caller.organisation, params.id);
        return accepted(deliveryJson(made), { Location: `/v1/webhooks/${params.id}/deliveries/${made.id}` });
      },
    }),
  ]);
};
