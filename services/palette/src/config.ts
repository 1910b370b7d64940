import { settings } from '@platform/runtime';
import Joi from 'joi';
import type { Schema } from 'joi';

export interface Config {
  PORT: number;
  HOST: string;
  LOG_LEVEL: string;
  DATABASE_URL: string;
  DATABASE_POOL: number;
  REDIS_URL?: string;
  PUBLIC_URL: string;
  IDENTITY_PUBLIC_KEY: string;
  TRUST_PROXY: number;
  EXPORT_LIFETIME_SECONDS: number;
}

/** The environment that the service reads. */
export const configVariables: { [Name in keyof Config]-?: Schema } = {
  PORT: settings.PORT.default(8083),
  HOST: settings.HOST,
  LOG_LEVEL: settings.LOG_LEVEL,
  DATABASE_URL: settings.DATABASE_URL,
  DATABASE_POOL: settings.DATABASE_POOL,
  REDIS_URL: settings.REDIS_URL,
  PUBLIC_URL: settings.PUBLIC_URL,
  IDENTITY_PUBLIC_KEY: settings.IDENTITY_PUBLIC_KEY,
  TRUST_PROXY: settings.TRUST_PROXY,
  EXPORT_LIFETIME_SECONDS: Joi.number()
    .integer()
    .min(1)
    .default(7 * 24 * 3_600)
    .description('How long the result of an export is kept'),
};
