import { settings } from '@platform/runtime';
import Joi from 'joi';

/** The environment of the service, checked. */
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
  GUARD_ALLOW: string[];
  RESULT_WAIT_SECONDS: number;
  GENERATION_CONCURRENCY: number;
  AUDIT_THREADS: number;
  TARGET_REQUESTS_PER_SECOND: number;
}

export const configVariables = {
  PORT: settings.PORT.default(8082),
  HOST: settings.HOST,
  LOG_LEVEL: settings.LOG_LEVEL,
  DATABASE_URL: settings.DATABASE_URL,
  DATABASE_POOL: settings.DATABASE_POOL,
  REDIS_URL: settings.REDIS_URL,
  PUBLIC_URL: settings.PUBLIC_URL,
  IDENTITY_PUBLIC_KEY: settings.IDENTITY_PUBLIC_KEY,
  TRUST_PROXY: settings.TRUST_PROXY,
  GUARD_ALLOW: settings.GUARD_ALLOW,
  RESULT_WAIT_SECONDS: Joi.number()
    .min(0)
    .max(25)
    .default(10)
    .description('How long a request waits for the result of a report'),
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
} as const satisfies { [Name in keyof Config]-?: Joi.Schema };

/** The environment of a worker process. */
export type WorkerConfig = Omit<Config, 'IDENTITY_PUBLIC_KEY' | 'TRUST_PROXY' | 'RESULT_WAIT_SECONDS'>;

const {
  IDENTITY_PUBLIC_KEY: _key,
  TRUST_PROXY: _proxy,
  RESULT_WAIT_SECONDS: _wait,
  ...forWorkers
} = configVariables;

export const workerVariables = {
  ...forWorkers,
  PORT: settings.PORT.default(8085),
  GENERATION_CONCURRENCY: configVariables.GENERATION_CONCURRENCY.min(1),
} as const satisfies { [Name in keyof WorkerConfig]-?: Joi.Schema };
