import { randomBytes } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';

/** An address where an organisation receives events. */
export interface Webhook {
  readonly id: string;
  readonly organisation: string;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly string[];
  readonly secret: Buffer;
  /** The secret before the last rotation, which signs, too, until `oldSecretUntil`. */
  readonly oldSecret: Buffer | null;
  readonly oldSecretUntil: Date | null;
  /** The time of the first failure since the last success. */
  readonly failingSince: Date | null;
  readonly disabledAt: Date | null;
  readonly disabledReason: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type NewWebhook = Pick<Webhook, 'id' | 'organisation' | 'url' | 'description' | 'events' | 'secret'>;

/** An event in an organisation's records. */
export interface WebhookEvent {
  readonly id: string;
  readonly organisation: string;
  readonly type: string;
  readonly occurredAt: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One attempt to deliver an event. */
export interface Attempt {
  readonly at: string;
  /** Status code of the answer; null where there was none. */
  readonly status: number | null;
  /** Why it failed; null for a success. */
  readonly error: string | null;
  readonly milliseconds: number;
}

/** An event on its way to a webhook. */
export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  readonly event: WebhookEvent;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: readonly Attempt[];
  readonly nextAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly createdAt: Date;
}

/** A delivery that a worker may attempt now. */
export interface DueDelivery {
  readonly id: string;
  /** From 1, since the delivery was made or repeated. */
  readonly attempt: number;
  readonly event: WebhookEvent;
  readonly webhook: Webhook;
}

const SECRET_BYTES = 32;

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** A secret as its owner sees it: `whsec_…` (Standard Webhooks 1.0). */
export const secretText = (secret: Buffer): string => `whsec_${secret.toString('base64')}`;

/** Builds an event's message: the body, and headers with a signature for each secret in force. */
export const signedMessage = (
  event: WebhookEvent,
  { secret, oldSecret, oldSecretUntil }: Pick<Webhook, 'secret' | 'oldSecret' | 'oldSecretUntil'>,
  now = new Date(),
): { body: string; headers: Record<string, string> } => {
  const body = JSON.stringify({
    type: event.type,
    timestamp: event.occurredAt.toISOString(),
    data: event.data,
  });
  const secrets = [secret];
  if (oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now) secrets.push(oldSecret);
  const signatures = secrets.map((one) => new StandardWebhook(secretText(one)).sign(event.id, now, body));
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    },
  };
};

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
