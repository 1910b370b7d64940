import { cursorPageSchema } from '@platform/http';
import Joi from 'joi';

import { webhookUrl } from './webhooks-schema.ts';

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
