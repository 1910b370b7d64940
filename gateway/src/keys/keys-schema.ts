import { cursorPageQuery, nameSchema } from '@platform/http';
import type { CursorPageQuery } from '@platform/http';
import { SCOPES } from '@platform/identity';
import type { Scope } from '@platform/identity';
import Joi from 'joi';

import { isAddressBlock } from '../client-address/address-list.ts';
import { calendarTime } from './calendar-time-schema.ts';

export interface CreateKeyBody {
  name: string;
  scopes: (Scope | '*')[];
  expires_at?: string;
  rate_limit_per_minute?: number;
  allowed_addresses?: string[];
}

export interface RotateKeyBody {
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
