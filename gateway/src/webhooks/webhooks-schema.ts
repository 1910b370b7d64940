import { cursorPageQuery, cursorPageSchema } from '@platform/http';
import type { CursorPageQuery } from '@platform/http';
import Joi from 'joi';

import { EVENT_TYPES, PING } from './event-types.ts';

export interface CreateWebhookBody {
  url: string;
  events: string[];
  description?: string | null;
}

export interface UpdateWebhookBody extends Partial<CreateWebhookBody> {
  enabled?: boolean;
}

export interface RotateSecretBody {
  grace_seconds: number;
}

const DAY_SECONDS = 24 * 60 * 60;
const types = EVENT_TYPES.map(({ type }) => type);
const listOfTypes = EVENT_TYPES.map(
  ({ type, about, scopes }) => `\`${type}\` (${scopes.map((scope) => `\`${scope}\``).join(', ')}): ${about}`,
).join(' ');

/** A webhook's address. */
export const webhookUrl = Joi.string()
  .max(2_000)
  .description('Where events are sent: a public http or https address. Redirects are not followed')
  .example('https://hooks.example.com/platform');
const events = Joi.array()
  .items(Joi.string().valid(...types))
  .min(1)
  .max(EVENT_TYPES.length + 1)
  .unique()
  .description(`What to send; each needs its scopes as well. ${listOfTypes}`)
  .example(['report.generated', 'export.completed']);
const description = Joi.string()
  .allow('', null)
  .max(200)
  .description('What the webhook is for')
  .example('Chat');

export const createWebhookBody = Joi.object<CreateWebhookBody>()
  .meta({ component: 'CreateWebhook' })
  .keys({ url: webhookUrl.required(), events: events.required(), description });

export const updateWebhookBody = Joi.object<UpdateWebhookBody>()
  .meta({ component: 'UpdateWebhook' })
  .keys({
    url: webhookUrl,
    events,
    description,
    enabled: Joi.boolean()
      .description('False stops deliveries; true resumes them, even after the webhook was switched off')
      .example(true),
  });

export const rotateSecretBody = Joi.object<RotateSecretBody>()
  .meta({ component: 'RotateSecret' })
  .keys({
    grace_seconds: Joi.number()
      .integer()
      .min(0)
      .max(7 * DAY_SECONDS)
      .default(DAY_SECONDS)
      .description('How long messages also carry a signature by the old secret')
      .example(DAY_SECONDS),
  });

export const listWebhooksQuery = Joi.object<CursorPageQuery>(cursorPageQuery);

const time = Joi.string().isoDate();
const timeOrNull = time.allow(null).required();

const webhookKeys = {
  id: Joi.string().required().example('whk_01h455vb4pex5vsknk084sn02q'),
  url: webhookUrl.required(),
  events: Joi.array().items(Joi.string()).required(),
  description: Joi.string().allow(null).required(),
  enabled: Joi.boolean().required().description('False while nothing is sent'),
  disabled_at: timeOrNull,
  disabled_reason: Joi.string()
    .allow(null)
    .required()
    .description(
      'Why nothing is sent: switched off by you, or by us because every delivery failed for three days',
    ),
  failing_since: timeOrNull.description('When the first attempt since the last success failed'),
  created_at: time.required(),
  updated_at: time.required(),
};

export const webhookResponse = Joi.object().meta({ component: 'Webhook' }).keys(webhookKeys);
export const newWebhookResponse = Joi.object()
  .meta({ component: 'NewWebhook' })
  .keys({
    ...webhookKeys,
    secret: Joi.string()
      .required()
      .description('Signs the messages (Standard Webhooks 1.0). It is only shown in this answer')
      .example('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
  });
export const webhookListResponse = cursorPageSchema(webhookResponse);

const deliveryKeys = {
  id: Joi.string().required().example('dlv_01h455vb4pex5vsknk084sn02q'),
  webhook_id: Joi.string().required(),
  event_id: Joi.string().required().description('The header `webhook-id` of the message'),
  type: Joi.string().required().description(`The type of the event, or \`${PING}\``),
  status: Joi.string()
    .valid('pending', 'delivered', 'failed')
    .required()
    .description('`failed` after ten attempts in three days'),
  next_attempt_at: timeOrNull,
  delivered_at: timeOrNull,
  attempts: Joi.array()
    .items(
      Joi.object({
        at: time.required(),
        status: Joi.number()
          .integer()
          .allow(null)
          .required()
          .description('Of the answer; null where there was none'),
        error: Joi.string().allow(null).required(),
        milliseconds: Joi.number().integer().required(),
      }),
    )
    .required(),
  payload: Joi.object({
    type: Joi.string().required(),
    timestamp: time.required(),
    data: Joi.object().unknown().required(),
  })
    .required()
    .description('The body of the message'),
  created_at: time.required(),
};

export const deliveryResponse = Joi.object().meta({ component: 'Delivery' }).keys(deliveryKeys);
export const deliveryListResponse = cursorPageSchema(deliveryResponse);
