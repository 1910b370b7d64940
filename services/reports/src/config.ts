import { processVariables, serviceVariables, settings } from '@platform/runtime';
import type { ProcessConfig, ServiceConfig } from '@platform/runtime';
import Joi from 'joi';

/** What a process reads that generates reports. */
interface GenerationConfig {
  REDIS_URL?: string;
  PUBLIC_URL: string;
  GUARD_ALLOW: string[];
  GENERATION_CONCURRENCY: number;
  AUDIT_THREADS: number;
  TARGET_REQUESTS_PER_SECOND: number;
}

/** The environment of the service, checked. */
export interface Config extends ServiceConfig, GenerationConfig {
  RESULT_WAIT_SECONDS: number;
}

/** The environment of a worker process. */
export interface WorkerConfig extends ProcessConfig, GenerationConfig {}

const generationVariables = {
  REDIS_URL: settings.REDIS_URL,
  PUBLIC_URL: settings.PUBLIC_URL,
  GUARD_ALLOW: settings.GUARD_ALLOW,
  GENERATION_CONCURRENCY: Joi.number()
    .integer()
    .min(0)
    .max(100)
    .default(8)
    .description('Pages that this process reports on at once; 0 leaves that to workers'),
  AUDIT_THREADS: Joi.number()
    .integer()
    .min(1)
    .max(64)
    .default(2)
    .description('Threads that parse and audit pages'),
  TARGET_REQUESTS_PER_SECOND: Joi.number()
    .min(1)
    .max(100_000)
    .default(20)
    .description('Requests to one host in the long run, by this process'),
} satisfies { [Name in keyof GenerationConfig]-?: Joi.Schema };

export const configVariables = {
  ...serviceVariables(8082),
  ...generationVariables,
  RESULT_WAIT_SECONDS: Joi.number()
    .min(0)
    .max(25)
    .default(10)
    .description('How long a request waits for the result of a report'),
} satisfies { [Name in keyof Config]-?: Joi.Schema };

export const workerVariables = {
  ...processVariables(8085),
  ...generationVariables,
  GENERATION_CONCURRENCY: generationVariables.GENERATION_CONCURRENCY.min(1),
} satisfies { [Name in keyof WorkerConfig]-?: Joi.Schema };

/** How reports are generated, in the service or in a worker. */
export const generationSettings = (config: GenerationConfig) => ({
  concurrency: config.GENERATION_CONCURRENCY,
  auditThreads: config.AUDIT_THREADS,
  allow: config.GUARD_ALLOW,
  hostRequestsPerSecond: config.TARGET_REQUESTS_PER_SECOND,
  publicUrl: config.PUBLIC_URL,
});
