import Joi from 'joi';

import { settings } from './websites-schema.ts';

export interface WebsiteDefaultsBody {
  readonly email_recipients?: string | null;
}

export const websiteDefaultsSchema = Joi.object<WebsiteDefaultsBody>({
  email_recipients: settings.email_recipients,
})
  .meta({ component: 'UpdateWebsiteDefaults' })
  .example({ email_recipients: 'ada@example.com\ngrace@example.com' });

export const websiteDefaultsAnswerSchema = Joi.object({
  email_recipients: Joi.string().allow(null).required(),
  email_goes_to: Joi.array()
    .items(Joi.string())
    .required()
    .description(
      'Who gets the e-mails of websites without recipients: these, or else the installation’s owner',
    ),
}).meta({ component: 'WebsiteDefaults' });
