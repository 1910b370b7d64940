import { SCOPES } from '@platform/identity';
import type { Scope } from '@platform/identity';
import Joi from 'joi';

export interface CreateKeyBody {
  name: string;
  scopes: (Scope | '*')[];
  expires_at?: string;
  rate_limit_per_minute?: number;
}

export interface RotateKeyBody {
  grace_seconds: number;
}

export interface ListKeysQuery {
  limit: number;
  cursor?: string;
}

const scope = Joi.string().valid('*', ...SCOPES);
const name = Joi.string().min(1).max(100).pattern(/\S/, 'text');
const rateLimit = Joi.number().integer().min(1).max(1_000_000);
const time = Joi.string().isoDate();

export const createKeyBody = Joi.object<CreateKeyBody>({
  name: name.required().description('What the key is for'),
  scopes: Joi.array()
    .items(scope)
    .min(1)
    .unique()
    .required()
    .description('What the key may do; no more than the key that asks. `*` for everything'),
  expires_at: time.description('When the key ends, in ISO 8601; never, if not given'),
  rate_limit_per_minute: rateLimit.description("Requests a minute; the platform's default, if not given"),
}).required();

const MAX_GRACE_SECONDS = 7 * 86_400;

export const rotateKeyBody = Joi.object<RotateKeyBody>({
  grace_seconds: Joi.number()
    .integer()
    .min(0)
    .max(MAX_GRACE_SECONDS)
    .default(86_400)
    .description('For how long the old key goes on working'),
});

export const listKeysQuery = Joi.object<ListKeysQuery>({
  limit: Joi.number().integer().min(1).max(100).default(20),
  cursor: Joi.string().max(200).description('`next_cursor` of the page before'),
});

const orNull = (schema: Joi.Schema): Joi.Schema => schema.allow(null).required();

const fields = {
  id: Joi.string().required(),
  name: name.required(),
  last_four: Joi.string().required(),
  scopes: Joi.array().items(scope).required(),
  rate_limit_per_minute: orNull(rateLimit),
  expires_at: orNull(time),
  revoked_at: orNull(time),
  replaces: orNull(Joi.string()),
  last_used_at: orNull(time),
  created_at: time.required(),
};

/** A key as answers show it. */
export const keyAnswer = Joi.object(fields);

/** The same with the key itself, which is shown once. */
export const newKeyAnswer = Joi.object({ ...fields, key: Joi.string().required() });

export const keyListAnswer = Joi.object({
  items: Joi.array().items(keyAnswer).required(),
  next_cursor: Joi.string(),
});
