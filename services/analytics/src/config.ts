import { serviceVariables, settings } from '@platform/runtime';
import type { ServiceConfig } from '@platform/runtime';
import Joi from 'joi';

/** The environment of the service, checked. */
export interface Config extends ServiceConfig {
  TRACKER_PATH: string;
  COLLECT_PATH: string;
  COLLECT_QUEUE: number;
  GEO_DATABASE?: string;
  SMTP_URL?: string;
  MAIL_FROM?: string;
  OWNER_EMAIL?: string;
  MAIL_FOLDER: string;
}

export const configVariables: { [Name in keyof Config]-?: Joi.Schema } = {
  ...serviceVariables(8081),
  TRACKER_PATH: settings.TRACKER_PATH,
  COLLECT_PATH: settings.COLLECT_PATH,
  COLLECT_QUEUE: Joi.number()
    .integer()
    .min(100)
    .max(1_000_000)
    .default(20_000)
    .description('Events that may wait to be stored; more are answered with 503'),
  SMTP_URL: settings.SMTP_URL.description(
    'Mail server of the e-mail digests; without it they are written to MAIL_FOLDER',
  ),
  MAIL_FROM: Joi.string()
    .email({ tlds: false })
    .description('Sender of the e-mail digests; statistics@ the host of PUBLIC_URL unless set'),
  OWNER_EMAIL: Joi.string()
    .email({ tlds: false })
    .description('Gets the e-mail digests of websites without recipients of their own'),
  MAIL_FOLDER: Joi.string()
    .default('.data/mail')
    .description('Where e-mail digests are written without SMTP_URL'),
  GEO_DATABASE: Joi.string().description(
    'File of a city or country database (mmdb); without it places are unknown',
  ),
};
