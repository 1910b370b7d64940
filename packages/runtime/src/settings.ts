import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

import { readVerificationKeys } from '@platform/identity';
import type { TracingOptions } from '@platform/tracing';
import Joi from 'joi';

import { isAddressBlock, proxyTrust } from './proxy-trust.ts';
import type { ProxyTrust } from './proxy-trust.ts';
import { readRedisLocation } from './redis-url.ts';

/**
 * Something that whoever runs the platform has to put right, such as a setting or a schema. The
 * message says what; a process that stops for it logs the message and no stack.
 */
export class SetupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SetupError';
  }
}

/**
 * The value of a variable, or the content of the file that `<NAME>_FILE` names; empty without either.
 * @throws SetupError if the file can't be read
 */
export const settingText = (
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
): string => {
  const value = environment[name];
  const file = environment[`${name}_FILE`];
  if (value !== undefined && value !== '') return value;
  if (file === undefined || file === '') return '';
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new SetupError(`The configuration is not usable:\n  ${name}_FILE: ${file} can't be read (${code})`);
  }
};

/**
 * Reads settings from the environment. Only the variables that the schema names are read. An empty
 * one counts as not set, because that is how `docker compose` passes unset variables. Any variable
 * may be given as a file, by `<NAME>_FILE`, which keeps secrets out of the environment.
 * @throws one `SetupError` that lists every variable that is missing or wrong
 */
export const loadConfig = <Config extends object>(
  variables: { readonly [Name in keyof Config]-?: Joi.Schema },
  environment: Readonly<Record<string, string | undefined>>,
): Config => {
  const given = Object.fromEntries(
    Object.keys(variables).flatMap((name) => {
      const value = settingText(name, environment);
      return value === '' ? [] : [[name, value]];
    }),
  );
  const schema: Joi.ObjectSchema<Config> = Joi.object(variables as Joi.SchemaMap);
  const result = schema.validate(given, {
    abortEarly: false,
    errors: { wrap: { label: false } },
  });
  if (result.error)
    throw new SetupError(
      `The configuration is not usable:\n${result.error.details.map(({ message }) => `  ${message}`).join('\n')}`,
    );
  return result.value;
};

interface TracingConfig {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  OTEL_EXPORTER_OTLP_HEADERS?: string;
  OTEL_SERVICE_NAME?: string;
  OTEL_TRACES_SAMPLER: string;
  OTEL_TRACES_SAMPLER_ARG: number;
  OTEL_BSP_SCHEDULE_DELAY: number;
}

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'];

/** The settings of tracing, by OpenTelemetry's names. Every long-lived process reads them. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .description('Base address of the collector of traces; nothing is traced if not given'),
  OTEL_EXPORTER_OTLP_HEADERS: Joi.string()
    .pattern(/^[^=,]+=[^,]*(?:,[^=,]+=[^,]*)*$/)
    // The value is never repeated: it holds a token.
    .messages({ 'string.pattern.base': '{{#label}} must be name=value, separated by commas' })
    .description('Headers for the collector: name=value,name=value'),
  OTEL_SERVICE_NAME: Joi.string().description('Name of the process in traces'),
  OTEL_TRACES_SAMPLER: Joi.string()
    .valid(...SAMPLERS, ...SAMPLERS.map((name) => `parentbased_${name}`))
    .default('parentbased_always_on')
    .description('Which traces are recorded'),
  OTEL_TRACES_SAMPLER_ARG: Joi.number()
    .min(0)
    .max(1)
    .default(1)
    .description('Share of traces that traceidratio records, 0 to 1'),
  OTEL_BSP_SCHEDULE_DELAY: Joi.number()
    .integer()
    .min(1)
    .max(600_000)
    .default(5_000)
    .description('Milliseconds for which spans are collected before they are sent'),
};

/**
 * Returns the configuration of tracing; undefined if it is off.
 * @param service the name of the process where none is configured
 * @throws SetupError like `loadConfig`
 */
export const tracingSettings = (
  service: string,
  environment: Readonly<Record<string, string | undefined>>,
): Omit<TracingOptions, 'onFault'> | undefined => {
  const config = loadConfig<TracingConfig>(tracingVariables, environment);
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  return {
    service: config.OTEL_SERVICE_NAME ?? service,
    endpoint,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    sampler: config.OTEL_TRACES_SAMPLER,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    delayMilliseconds: config.OTEL_BSP_SCHEDULE_DELAY,
  };
};

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;

const isBlock = (text: string): boolean => {
  const [, inBrackets, ipv4, port = ''] = /^(?:\[(.+)\]|([\d.]+)):(\d+)$/.exec(text) ?? [];
  if (inBrackets !== undefined) return isIP(inBrackets) === 6 && isPort(port);
  if (ipv4 !== undefined) return isIP(ipv4) === 4 && isPort(port);
  return isAddressBlock(text);
};

/** Addresses, with or without a port, and CIDR blocks, separated by commas. */
const blocks = Joi.string().custom((value: string, helpers) => {
  const items = value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
  const wrong = items.find((item) => !isBlock(item));
  if (wrong === undefined) return items;
  const message = '{{#label}} holds "{{#wrong}}", which is neither an IP address nor a CIDR block';
  return helpers.message({ custom: message }, { wrong });
});

const oneRedis = Joi.string()
  .uri({ scheme: ['redis', 'rediss'] })
  .pattern(/:\/\//);

/** The message never repeats the value: it may hold a password. */
const redisUrl = Joi.string().custom((value: string, helpers) => {
  if (readRedisLocation(value) !== undefined || oneRedis.validate(value).error === undefined) return value;
  const forms = 'redis://host, redis+sentinel://host,host/master or redis+cluster://host,host';
  return helpers.message({ custom: `{{#label}} must be ${forms} (rediss… for TLS)` });
});

/** Paths that some part of the platform serves already. */
const TAKEN =
  /^\/(api|v1|docs|openapi\.json|llms\.txt|robots\.txt|sitemap\.xml|console|mcp|health|metrics|c|s|r|p|unsubscribe|hits|outbox|status)(\/|$)/;

const publicPath = Joi.string()
  .max(100)
  .pattern(/^(\/[\w-][\w.-]*)+$/, 'a path such as /t.js')
  .pattern(TAKEN, { invert: true, name: 'a path of the platform' })
  .messages({
    'string.pattern.name': '{{#label}} must be a path such as /t.js',
    'string.pattern.invert.name': '{{#label}} must not be a path that the platform has already',
  });

/**
 * The settings that several processes read, named and checked in one place. A process picks the
 * ones it needs; the documentation lists them all.
 */
export const settings = {
  PORT: Joi.number().port().description('Port to listen on'),
  HOST: Joi.string().default('0.0.0.0').description('Address to listen on'),
  LOG_LEVEL: Joi.string().valid('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  DATABASE_URL: Joi.string()
    .uri({ scheme: ['postgres', 'postgresql'] })
    .required(),
  DATABASE_POOL: Joi.number()
    .integer()
    .min(1)
    .max(200)
    .default(10)
    .description('Most connections to PostgreSQL'),
  DRAIN_SECONDS: Joi.number()
    .min(0)
    .max(20)
    .default(0)
    .description('How long to go on accepting requests after SIGTERM, so that callers notice'),
  REDIS_URL: redisUrl.description('One Redis, the sentinels of one, or the nodes of a cluster'),
  PUBLIC_URL: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .default('http://localhost:8080')
    .custom((value: string, helpers) => {
      const { username, password, search, hash } = new URL(value);
      if (username + password + search + hash === '') return value.replace(/\/+$/, '');
      return helpers.message({ custom: '{{#label}} must be an address without name, password, ? and #' });
    })
    .description('How links to pages are built'),
  IDENTITY_PUBLIC_KEY: Joi.string()
    .required()
    .custom((value: string, helpers) => {
      const keys = readVerificationKeys(value);
      const custom = '{{#label}} must be an Ed25519 public key (PEM), a JWKS or the address of one';
      if (keys === undefined) return helpers.message({ custom });
      return keys.kind === 'pem' ? keys.pem : value;
    })
    .description('Verifies callers: a public key (PEM), a JWKS as JSON, or the address of one'),
  IDENTITY_MAX_AGE_SECONDS: Joi.number()
    .integer()
    .min(1)
    .max(30 * 24 * 3_600)
    .default(60)
    .description('The longest lifetime that an issuer may give an identity'),
  TRUST_PROXY: proxyTrust
    .default(0)
    .description(
      'Proxies in front of this process that are believed: their number, their addresses and CIDRs, or both',
    ),
  GUARD_ALLOW: blocks
    .default([])
    .description('Private addresses and CIDRs that reports, images and webhooks may reach'),
  TRACKER_PATH: publicPath.default('/t.js').description('Path of the tracker script'),
  COLLECT_PATH: publicPath
    .default('/collect')
    .description('Path that the tracker reports to; the GIF adds .gif'),
  SMTP_URL: Joi.string().uri({ scheme: ['smtp', 'smtps'] }),
} as const;

/** The settings of every process with a database. */
export interface ProcessConfig {
  PORT: number;
  HOST: string;
  LOG_LEVEL: string;
  DATABASE_URL: string;
  DATABASE_POOL: number;
}

/** The settings of a service: also whom it trusts, and its public address. */
export interface ServiceConfig extends ProcessConfig {
  PUBLIC_URL: string;
  IDENTITY_PUBLIC_KEY: string;
  IDENTITY_MAX_AGE_SECONDS: number;
  TRUST_PROXY: ProxyTrust;
  DRAIN_SECONDS: number;
}

/** The variables of a process that listens on `port` unless told otherwise. */
export const processVariables = (port: number) => ({
  PORT: settings.PORT.default(port),
  HOST: settings.HOST,
  LOG_LEVEL: settings.LOG_LEVEL,
  DATABASE_URL: settings.DATABASE_URL,
  DATABASE_POOL: settings.DATABASE_POOL,
});

/** The variables of a service that listens on `port` unless told otherwise. */
export const serviceVariables = (port: number) => ({
  ...processVariables(port),
  PUBLIC_URL: settings.PUBLIC_URL,
  IDENTITY_PUBLIC_KEY: settings.IDENTITY_PUBLIC_KEY,
  IDENTITY_MAX_AGE_SECONDS: settings.IDENTITY_MAX_AGE_SECONDS,
  TRUST_PROXY: settings.TRUST_PROXY,
  DRAIN_SECONDS: settings.DRAIN_SECONDS,
});
