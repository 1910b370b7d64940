import { processVariables, settings } from '@platform/runtime';
import type { ProcessConfig } from '@platform/runtime';
import Joi from 'joi';

export interface WorkerConfig extends ProcessConfig {
  REDIS_URL?: string;
  EXPORT_CONCURRENCY: number;
  EXPORT_IDLE_SECONDS: number;
  EXPORT_LOCK_SECONDS: number;
}

/** What the export worker reads from the environment. */
export const workerVariables = {
  ...processVariables(8084),
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
