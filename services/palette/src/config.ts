import { serviceVariables, settings } from '@platform/runtime';
import type { ServiceConfig } from '@platform/runtime';
import Joi from 'joi';
import type { Schema } from 'joi';

export interface Config extends ServiceConfig {
  REDIS_URL?: string;
  EXPORT_LIFETIME_SECONDS: number;
}

/** The environment that the service reads. */
export const configVariables: { [Name in keyof Config]-?: Schema } = {
  ...serviceVariables(8083),
  REDIS_URL: settings.REDIS_URL,
  EXPORT_LIFETIME_SECONDS: Joi.number()
    .integer()
    .min(1)
    .default(7 * 24 * 3_600)
    .description('How long the result of an export is kept'),
};
