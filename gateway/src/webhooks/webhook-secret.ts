import { randomBytes } from 'node:crypto';

import { Webhook as StandardWebhook } from 'standardwebhooks';

import type { Webhook, WebhookEvent } from './webhook.ts';

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
