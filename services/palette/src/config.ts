import { serviceVariables, settings, processVariables } from '@platform/runtime';
import type { ServiceConfig, ProcessConfig } from '@platform/runtime';
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

export interface WorkerConfig extends ProcessConfig {
  REDIS_URL?: string;
  EXPORT_CONCURRENCY: number;
  EXPORT_IDLE_SECONDS: number;
  EXPORT_LOCK_SECONDS: number;
}

/** Settings of the export worker. */
export const workerVariables = {
  ...processVariables(8084),
  REDIS_URL: settings.REDIS_URL,
  EXPORT_CONCURRENCY: Joi.number()
    .integer()
    .min(1)
    .max(100)
    .default(8)
    .description('Exports that a worker runs at the same time'),
  EXPORT_IDLE_SECONDS: Joi.number()
    .min(0.5)
    .max(3_600)
    .default(10)
    .description('An unfinished export without progress for this long is queued again'),
  EXPORT_LOCK_SECONDS: Joi.number()
    .min(1)
    .max(300)
    .default(10)
    .description('How long after a worker dies its jobs go to another one'),
} satisfies Joi.PartialSchemaMap<WorkerConfig>;
