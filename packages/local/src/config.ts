import { resolve } from 'node:path';

import { settings } from '@platform/runtime';
import Joi from 'joi';

export interface LocalConfig {
  PORT: number;
  DATA_DIR: string;
  DATABASE_URL?: string;
  REDIS_URL?: string;
  LOG_LEVEL: string;
}

/** Settings of `npm start`; everything else in the environment is passed on to the services unchanged. */
export const localVariables = {
  PORT: settings.PORT.default(8080),
  DATA_DIR: Joi.string()
    .default('.data')
    .custom((path: string) => resolve(path)),
  DATABASE_URL: settings.DATABASE_URL.optional(),
  REDIS_URL: settings.REDIS_URL,
  LOG_LEVEL: settings.LOG_LEVEL.default('warn'),
};
