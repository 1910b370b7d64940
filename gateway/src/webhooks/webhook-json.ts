import { secretText } from './webhook.ts';
import type { Delivery, Webhook } from './webhook.ts';

const isoOrNull = (time: Date | null): string | null => time?.toISOString() ?? null;

/** A webhook as answers show it: without its secret. */
export const webhookJson = (webhook: Webhook) => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  description: webhook.description,
  enabled: webhook.disabledAt === null,
  disabled_at: isoOrNull(webhook.disabledAt),
  disabled_reason: webhook.disabledReason,
  failing_since: isoOrNull(webhook.failingSince),
  created_at: webhook.createdAt.toISOString(),
  updated_at: webhook.updatedAt.toISOString(),
});

/** A webhook with its secret, for the answer that makes it. */
export const newWebhookJson = (webhook: Webhook) => ({
  ...webhookJson(webhook),
  secret: secretText(webhook.secret),
});

export const deliveryJson = ({ event, ...delivery }: Delivery) => ({
  id: delivery.id,
  webhook_id: delivery.webhookId,
  event_id: event.id,
  type: event.type,
  status: delivery.status,
  next_attempt_at: isoOrNull(delivery.nextAttemptAt),
  delivered_at: isoOrNull(delivery.deliveredAt),
  attempts: delivery.attempts,
  payload: { type: event.type, timestamp: event.occurredAt.toISOString(), data: event.data },
  created_at: delivery.createdAt.toISOString(),
});
