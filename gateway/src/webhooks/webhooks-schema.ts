import { cursorPageQuery } from '@platform/http';
import type { CursorPageQuery } from '@platform/http';
import Joi from 'joi';

import { EVENT_TYPES } from './event-types.ts';

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
