import Joi from 'joi';

import { settings } from './websites-schema.ts';

const textOrNull = Joi.string().allow(null).required();

const time = Joi.string().isoDate().required();

/** A website in an answer. */
export const websiteAnswerSchema = Joi.object()
  .meta({ component: 'Website' })
  .keys({
    id: Joi.number().integer().required(),
    domain: Joi.string().required(),
    site_key: Joi.string().required(),
    privacy: settings.privacy.required(),
    has_password: Joi.boolean().required(),
    email: settings.email.required(),
    email_frequency: settings.email_frequency.required(),
    email_recipients: textOrNull,
    email_goes_to: Joi.array()
      .items(Joi.string())
      .required()
      .description('Who gets the e-mail digests; nobody while the list is empty'),
    exclude_bots: settings.exclude_bots.required(),
    exclude_params: textOrNull,
    exclude_ips: textOrNull,
    embed_origins: textOrNull,
    timezone: Joi.string().required(),
    retention_months: Joi.number().integer().allow(null).required(),
    created_at: time,
    updated_at: time,
    stats_url: Joi.string().required(),
    tracking_code: Joi.string().required(),
  });
