import { serviceVariables, settings } from '@platform/runtime';
import type { ServiceConfig } from '@platform/runtime';
import Joi from 'joi';
import type { Schema } from 'joi';

export interface Config extends ServiceConfig {
  REDIS_URL?: string;
  GUARD_ALLOW: readonly string[];
  EXPORT_LIFETIME_SECONDS: number;
  PAGES_DIRECTORY?: string;
}

/** The service's settings. */
export const configVariables: { [Name in keyof Config]-?: Schema } = {
  ...serviceVariables(8083),
  REDIS_URL: settings.REDIS_URL,
  GUARD_ALLOW: settings.GUARD_ALLOW,
  EXPORT_LIFETIME_SECONDS: Joi.number()
    .integer()
    .min(1)
    .default(7 * 24 * 3_600)
    .description('How long the results of exports are kept'),
  PAGES_DIRECTORY: Joi.string().description(
    'Folder with the built public pages; images have it, a checkout builds them on first use',
  ),
};
