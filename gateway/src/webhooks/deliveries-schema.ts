import { cursorPageSchema } from '@platform/http';
import Joi from 'joi';

import { PING } from './event-types.ts';

const time = Joi.string().isoDate();
const timeOrNull = time.allow(null).required();

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
