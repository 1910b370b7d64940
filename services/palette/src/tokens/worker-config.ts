import { settings } from '@platform/runtime';
import Joi from 'joi';

export interface WorkerConfig {
  PORT: number;
  HOST: string;
  LOG_LEVEL: string;
  DATABASE_URL: string;
  DATABASE_POOL: number;
  REDIS_URL?: string;
  EXPORT_CONCURRENCY: number;
  EXPORT_IDLE_SECONDS: number;
  EXPORT_LOCK_SECONDS: number;
}

/** What the export worker reads from the environment. */
export const workerVariables = {
  PORT: settings.PORT.default(8084),
  HOST: settings.HOST,
  LOG_LEVEL: settings.LOG_LEVEL,
  DATABASE_URL: settings.DATABASE_URL,
  DATABASE_POOL: settings.DATABASE_POOL,
  REDIS_URL: settings.REDIS_URL,
  EXPORT_CONCURRENCY: Joi.number()
    .integer()
    .min(1)
    .max(100)
    .default(8)
    .description('Exports that a worker has in hand at once'),
  EXPORT_IDLE_SECONDS: Joi.number()
    .min(0.5)
    .max(3_600)
    .default(10)
    .description('An unfinished export that nothing happened to for so long is put in the queue again'),
  EXPORT_LOCK_SECONDS: Joi.number()
    .min(1)
    .max(300)
    .default(10)
    .description('After so long the jobs of a worker that died go to another one'),
} satisfies Joi.PartialSchemaMap<WorkerConfig>;
