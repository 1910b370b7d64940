import { mailVariables } from '@platform/mailer';
import type { MailConfig } from '@platform/mailer';
import { processVariables, serviceVariables, settings } from '@platform/runtime';
import type { ProcessConfig, ServiceConfig } from '@platform/runtime';
import { parseSecretKeys } from './credentials/secret-box.ts';
import Joi from 'joi';

import type { RendererLocation } from './browser/create-browser.ts';

/** The settings of a process that generates reports. */
interface GenerationConfig {
  REDIS_URL?: string;
  PUBLIC_URL: string;
  GUARD_ALLOW: string[];
  GENERATION_CONCURRENCY: number;
  AUDIT_THREADS: number;
  TARGET_REQUESTS_PER_SECOND: number;
  CRAWL_REQUESTS_PER_SECOND: number;
  CREDENTIALS_KEY?: Buffer[];
  DATA_DIR?: string;
  RENDERER_FOLDER?: string;
  RENDERER_URL?: string;
  RENDERER_PROXY_PORT: number;
}

/** The service’s settings. */
export interface Config extends ServiceConfig, GenerationConfig, MailConfig {
  RENDER: number;
  RUN_RETENTION_DAYS: number;
  RESULT_WAIT_SECONDS: number;
  PAGES_DIRECTORY?: string;
}

/** A worker process’s settings. */
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
    .description(
      'Pages this process reports on at once, besides two that are rendered; 0 leaves that to workers',
    ),
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
    .description('Sustained requests per second to one host, by all processes together'),
  CRAWL_REQUESTS_PER_SECOND: Joi.number()
    .min(0.1)
    .max(1000)
    .default(5)
    .description('Requests per second to a site that is crawled; its robots.txt may ask for fewer'),
  CREDENTIALS_KEY: Joi.string()
    .custom((text: string) => parseSecretKeys(text))
    .description(
      'Keys that encrypt the credentials of staging sites: 32 bytes each in base64 or hexadecimal, the newest ' +
        'first. Without any, one is kept in DATA_DIR; without that either, credentials are refused',
    ),
  DATA_DIR: Joi.string().description('Folder where the key for credentials is kept'),
  RENDERER_FOLDER: Joi.string().description(
    'Folder of sockets that a renderer in a container of its own shares with the service and its workers; ' +
      'without it each runs its browser itself',
  ),
  RENDERER_URL: Joi.string()
    .uri({ scheme: ['http'] })
    .description('Address of a renderer in a pod of its own, in the place of a folder'),
  RENDERER_PROXY_PORT: Joi.number()
    .port()
    .default(8088)
    .description('Port on which that renderer reaches the guard of this process, which is its only way out'),
} satisfies { [Name in keyof GenerationConfig]-?: Joi.Schema };

export const configVariables = {
  ...serviceVariables(8082),
  ...generationVariables,
  ...mailVariables,
  RENDER: Joi.number()
    .valid(0, 1)
    .default(0)
    .description('Whether reports are rendered in a browser when a request doesn’t say (render=0 or 1)'),
  RUN_RETENTION_DAYS: Joi.number()
    .integer()
    .min(0)
    .max(36_500)
    .default(0)
    .description('Days that runs are kept beside the last two results of a report; 0 keeps all'),
  RESULT_WAIT_SECONDS: Joi.number()
    .min(0)
    .max(25)
    .default(10)
    .description('How long a request waits for a report’s result'),
  PAGES_DIRECTORY: Joi.string().description(
    'Folder with the built public pages; images have it, a checkout builds them on first use',
  ),
} satisfies { [Name in keyof Config]-?: Joi.Schema };

export const workerVariables = {
  ...processVariables(8085),
  ...generationVariables,
  GENERATION_CONCURRENCY: generationVariables.GENERATION_CONCURRENCY.min(1),
} satisfies { [Name in keyof WorkerConfig]-?: Joi.Schema };

/** A renderer’s settings. */
export interface RendererConfig {
  PORT: number;
  HOST: string;
  LOG_LEVEL: string;
  RENDERER_FOLDER?: string;
  RENDERER_PORT: number;
}

export const rendererVariables = {
  PORT: settings.PORT.default(8087),
  HOST: settings.HOST,
  LOG_LEVEL: settings.LOG_LEVEL,
  RENDERER_FOLDER: generationVariables.RENDERER_FOLDER,
  RENDERER_PORT: Joi.number()
    .port()
    .default(8089)
    .description('Port on which a renderer without a folder takes its tasks'),
} satisfies { [Name in keyof RendererConfig]-?: Joi.Schema };

/** Where the configured renderer is; undefined if this process is to run its own browser. */
export const rendererOf = (config: GenerationConfig): RendererLocation | undefined => {
  if (config.RENDERER_URL !== undefined)
    return { url: config.RENDERER_URL, proxyPort: config.RENDERER_PROXY_PORT };
  return config.RENDERER_FOLDER === undefined ? undefined : { folder: config.RENDERER_FOLDER };
};

/** The options of `startGeneration`, for the service and for workers. */
export const generationSettings = (config: GenerationConfig) => ({
  concurrency: config.GENERATION_CONCURRENCY,
  auditThreads: config.AUDIT_THREADS,
  allow: config.GUARD_ALLOW,
  hostRequestsPerSecond: config.TARGET_REQUESTS_PER_SECOND,
  publicUrl: config.PUBLIC_URL,
  renderer: rendererOf(config),
});

/** The options of `startCrawling`, for the service and for workers. */
export const crawlingSettings = (config: GenerationConfig) => ({
  allow: config.GUARD_ALLOW,
  requestsPerSecond: config.CRAWL_REQUESTS_PER_SECOND,
  publicUrl: config.PUBLIC_URL,
});
