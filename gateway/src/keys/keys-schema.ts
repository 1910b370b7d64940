import { cursorPageQuery, cursorPageSchema, nameSchema } from '@platform/http';
import type { CursorPageQuery } from '@platform/http';
import { SCOPES } from '@platform/identity';
import type { Scope } from '@platform/identity';
import { isAddressBlock } from '@platform/runtime';
import Joi from 'joi';

import { KEY_ACTIONS } from './api-key.ts';

/**
 * True if an ISO 8601 text names a day that exists. `new Date` turns 30 February into 2 March
 * without a word, and knows a year 0, which the calendar (and PostgreSQL) doesn't.
 *
 * @example
 * isCalendarTime('2027-02-30T00:00:00Z'); // false
 */
export const isCalendarTime = (text: string): boolean => {
  // Six digits of a year are ISO 8601, too; neither PostgreSQL nor most programs know year 275760.
  if (Number.isNaN(Date.parse(text)) || /^[+-]/.test(text)) return false;
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? [];
  if (day === undefined) return true;
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(year) > 0 && Number(day) <= lastDay;
};

/**
 * A time in ISO 8601. JavaScript would read 30 February as 2 March, so the day is checked against
 * the calendar.
 */
export const calendarTime = Joi.string()
  .isoDate()
  .custom((value: string, helpers) => (isCalendarTime(value) ? value : helpers.error('string.isoDate')));

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
const keyEventResponse = Joi.object()
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

interface CreateKeyBody {
  name: string;
  scopes: (Scope | '*')[];
  expires_at?: string;
  rate_limit_per_minute?: number;
  allowed_addresses?: string[];
}

interface RotateKeyBody {
  grace_seconds: number;
}

const scope = Joi.string().valid('*', ...SCOPES);
const name = nameSchema();
const addresses = Joi.array()
  .items(
    Joi.string().custom((value: string, helpers) =>
      isAddressBlock(value)
        ? value
        : helpers.message({ custom: '{{#label}} must be an IP address or a CIDR block' }),
    ),
  )
  .min(1)
  .max(50);
const rateLimit = Joi.number().integer().min(1).max(1_000_000);
export const createKeyBody = Joi.object<CreateKeyBody>()
  .meta({ component: 'CreateKey' })
  .example({ name: 'CI', scopes: ['websites:read', 'stats:read'] })
  .keys({
    name: name.required().description('What the key is for'),
    scopes: Joi.array()
      .items(scope)
      .min(1)
      // More are refused before each is looked at.
      .max(SCOPES.length + 1)
      .unique()
      .required()
      .description(
        'What the key may do, which cannot exceed the key that creates it. `*` for everything but `operators:read`',
      ),
    expires_at: calendarTime.description(
      'When the key expires, in ISO 8601. At the latest with the key that creates it, which is the default',
    ),
    allowed_addresses: addresses.description(
      'Addresses and CIDRs the key may be used from. Any address, if not given',
    ),
    rate_limit_per_minute: rateLimit.description(
      'Requests a minute. At most that of the key that creates it, which is the default',
    ),
  })
  .required();

const MAX_GRACE_SECONDS = 7 * 86_400;

export const rotateKeyBody = Joi.object<RotateKeyBody>()
  .meta({ component: 'RotateKey' })
  .example({ grace_seconds: 3_600 })
  .keys({
    grace_seconds: Joi.number()
      .integer()
      .min(0)
      .max(MAX_GRACE_SECONDS)
      .default(86_400)
      .description('How long the old key keeps working'),
  });

export const listKeysQuery = Joi.object<CursorPageQuery>(cursorPageQuery);
