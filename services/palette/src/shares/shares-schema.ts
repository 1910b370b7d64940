import { nameSchema } from '@platform/http';
import Joi from 'joi';

export interface CreateShareBody {
  name?: string | null;
  expires_in: number;
}

const YEAR = 365 * 24 * 60 * 60;

export const createShareBody = Joi.object<CreateShareBody>()
  .meta({ component: 'CreateShareLink' })
  .example({ name: 'The agency' })
  .keys({
    name: nameSchema().allow(null).description('Who has the link'),
    expires_in: Joi.number()
      .integer()
      .min(60)
      .max(10 * YEAR)
      .default(YEAR)
      .description('Lifetime of the link in seconds'),
  });

const time = Joi.string().isoDate();

export const shareSchema = Joi.object()
  .meta({ component: 'ShareLink' })
  .keys({
    id: Joi.number().integer().required(),
    name: Joi.string().allow(null).required(),
    url: Joi.string().required().description('Anyone with it can see the palette or theme'),
    created_at: time.required(),
    expires_at: time.required(),
    last_used_at: time.allow(null).required(),
  });

export const sharesSchema = Joi.object({ items: Joi.array().items(shareSchema).required() });
