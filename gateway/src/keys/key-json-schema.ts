import { cursorPageSchema } from '@platform/http';
import { SCOPES } from '@platform/identity';
import Joi from 'joi';

import { KEY_ACTIONS } from './api-key.ts';
import { calendarTime } from './calendar-time-schema.ts';

const orNull = (schema: Joi.Schema): Joi.Schema => schema.allow(null).required();

const fields = {
  id: Joi.string().required(),
  name: Joi.string().required(),
  last_four: Joi.string().required(),
  scopes: Joi.array()
    .items(Joi.string().valid('*', ...SCOPES))
    .required(),
  rate_limit_per_minute: orNull(Joi.number().integer()),
  allowed_addresses: orNull(Joi.array().items(Joi.string())),
  expires_at: orNull(calendarTime),
  revoked_at: orNull(calendarTime),
  replaces: orNull(Joi.string()),
  last_used_at: orNull(calendarTime),
  last_used_address: orNull(Joi.string()),
  created_at: calendarTime.required(),
};

/** A key in responses. */
export const keyResponse = Joi.object(fields).meta({ component: 'Key' });

/** A new key in responses, with the key itself, which is shown once. */
export const newKeyResponse = Joi.object()
  .meta({ component: 'NewKey' })
  .keys({ ...fields, key: Joi.string().required() });

/** An entry of the audit log in responses. */
export const keyEventResponse = Joi.object()
  .meta({ component: 'KeyEvent' })
  .keys({
    id: Joi.string().required(),
    key_id: Joi.string().required().description('Id of the key that was changed'),
    action: Joi.string()
      .valid(...KEY_ACTIONS)
      .required(),
    actor: Joi.string()
      .required()
      .description('Id of the key or member that made the change, or `cli` for an operator'),
    address: orNull(Joi.string()),
    request_id: orNull(Joi.string()),
    details: Joi.object()
      .unknown()
      .required()
      .description('Scopes, limits, expiry or grace period, by action'),
    created_at: calendarTime.required(),
  });

export const keyEventListResponse = cursorPageSchema(keyEventResponse);

export const keyListResponse = cursorPageSchema(keyResponse);
