import { nameSchema } from '@platform/http';
import { SCOPES } from '@platform/identity';
import type { Scope } from '@platform/identity';
import Joi from 'joi';

import { calendarTime } from '../keys/keys-schema.ts';

/** Body with which a command line begins. */
export const startBody = Joi.object<{ client: string }>({ client: nameSchema().required() });

/** Body with which it fetches its key. */
export const fetchBody = Joi.object<{ device_code: string }>({
  device_code: Joi.string()
    .pattern(/^[\w-]{43}$/, 'secret of a login')
    .required(),
});

export interface ApproveBody {
  name?: string;
  scopes: (Scope | '*')[];
  expires_at: string;
}

export const approveBody = Joi.object<ApproveBody>()
  .meta({ component: 'ApproveDeviceLogin' })
  .example({ scopes: ['websites:read', 'stats:read'], expires_at: '2027-01-31T00:00:00Z' })
  .keys({
    name: nameSchema().description(
      'What the key is called; what the command line calls itself, if not given',
    ),
    scopes: Joi.array()
      .items(Joi.string().valid('*', ...SCOPES))
      .min(1)
      .max(SCOPES.length + 1)
      .unique()
      .required()
      .description('What the key may do, which cannot exceed what you may'),
    expires_at: calendarTime.required().description('When the key expires, within a year'),
  })
  .required();

/** A command line that waits, in responses. */
export const deviceLoginResponse = Joi.object()
  .meta({ component: 'DeviceLogin' })
  .keys({
    code: Joi.string().required().description('The code that it shows').example('BCDF-GHJK'),
    client: Joi.string()
      .required()
      .description('What it calls itself, which may be a lie')
      .example('dap on laptop'),
    address: Joi.string().required().description('Where it asks from').example('192.0.2.7'),
    from_here: Joi.boolean()
      .required()
      .description('False: it asks from another address than you, so it may be somebody else’s'),
    state: Joi.string()
      .valid('waiting', 'approved', 'denied')
      .required()
      .description('Whether it waits, or what you decided')
      .example('waiting'),
    created_at: calendarTime.required(),
    expires_at: calendarTime.required().description('When the code stops working'),
  });
