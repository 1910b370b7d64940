import {
  accepted,
  createRouter,
  cursorPageJson,
  endpoint,
  envelopeDialect,
  ok,
  typeId,
} from '@platform/http';
import type { ApiRouter } from '@platform/http';
import { deliveryJson } from './webhook.ts';
import { deliveryListResponse, deliveryResponse, listWebhooksQuery } from './webhooks-schema.ts';
import type { WebhooksService } from './webhooks-service.ts';

const scope = 'webhooks:write';
const id = typeId('whk', 'webhook');
const delivery = typeId('dlv', 'delivery');

/** `/v1/webhooks/{id}/deliveries`: what was sent, and what became of it. */
export const createDeliveriesRouter = ({ webhooks }: { webhooks: WebhooksService }): ApiRouter =>
  createRouter(envelopeDialect, 'Webhooks', [
    endpoint({
      method: 'GET',
      path: '/webhooks/:id/deliveries',
      summary: "List a webhook's deliveries",
      description: 'Newest first. Deliveries are kept for 30 days.',
      scope,
      params: { id },
      query: listWebhooksQuery,
      responses: { 200: { description: 'A page of deliveries', data: deliveryListResponse } },
      handler: async ({ caller, params, query }) =>
        ok(cursorPageJson(await webhooks.deliveries(caller, params.id, query), deliveryJson)),
    }),
    endpoint({
      method: 'GET',
      path: '/webhooks/:id/deliveries/:delivery',
      summary: 'Show a delivery and its attempts',
      description:
        'What was sent, when, and what came back each time. `payload.data` is empty for those who may not read the event.',
      scope,
      params: { id, delivery },
      responses: { 200: { description: 'The delivery', data: deliveryResponse } },
      handler: async ({ caller, params }) =>
        ok(deliveryJson(await webhooks.delivery(caller, params.id, params.delivery))),
    }),
    endpoint({
      method: 'POST',
      path: '/webhooks/:id/deliveries/:delivery/repeat',
      operationId: 'webhooks.deliveries.repeat',
      summary: 'Deliver an event again',
      description: 'The message keeps its `webhook-id`, by which a receiver recognises the repetition.',
      scope,
      params: { id, delivery },
      errors: ['conflict'],
      responses: { 202: { description: 'The delivery, which is pending again', data: deliveryResponse } },
      handler: async ({ caller, params }) => {
        const repeated = await webhooks.repeat(caller, params.id, params.delivery);
        return accepted(deliveryJson(repeated), {
          Location: `/v1/webhooks/${params.id}/deliveries/${repeated.id}`,
        });
      },
    }),
  ]);
