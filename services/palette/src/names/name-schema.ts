import Joi from 'joi';
import type { StringSchema } from 'joi';

/** What people call a record: up to 100 characters, one of which at least can be seen. */
export const nameSchema = (): StringSchema =>
  Joi.string()
    .max(100)
    .pattern(/[^\p{Z}\p{Cc}\p{Cf}]/u)
    .messages({ 'string.pattern.base': '{{#label}} must have a visible character' })
    .required();
