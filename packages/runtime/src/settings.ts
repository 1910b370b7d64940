import { isIP } from 'node:net';

import Joi from 'joi';

import { readIdentityPublicKey } from './identity-public-key.ts';

const isBlock = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  return version !== 0 && isPrefix && rest.length === 0;
};

/** Addresses and CIDR blocks, separated by commas. */
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

/** A path that the platform answers at already, whichever part of it. */
const TAKEN = /^\/(api|v1|docs|openapi\.json|health|metrics|s|r|unsubscribe)(\/|$)/;

const publicPath = Joi.string()
  .max(100)
  .pattern(/^(\/[\w-][\w.-]*)+$/, 'a path such as /t.js')
  .pattern(TAKEN, { invert: true, name: 'a path of the platform' });

/**
 * The settings that mean the same in every process, so that they are named and checked in one place.
 * A process picks those that it reads; the README's table lists them all.
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
    .description('Connections to PostgreSQL, at most'),
  REDIS_URL: Joi.string().uri({ scheme: ['redis', 'rediss'] }),
  PUBLIC_URL: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .default('http://localhost:8080')
    .custom((value: string) => value.replace(/\/+$/, ''))
    .description('How links to pages are built'),
  IDENTITY_PUBLIC_KEY: Joi.string()
    .required()
    .custom(
      (value: string, helpers) =>
        readIdentityPublicKey(value) ??
        helpers.message({
          custom: '{{#label}} must be an Ed25519 public key (PEM), a JWKS or the address of one',
        }),
    )
    .description('What callers are verified with: a public key (PEM), a JWKS as JSON, or the address of one'),
  TRUST_PROXY: Joi.number()
    .integer()
    .min(0)
    .max(10)
    .default(0)
    .description('Proxies in front of this process'),
  GUARD_ALLOW: blocks
    .default([])
    .description('Private addresses and CIDRs that the report fetcher may reach'),
  TRACKER_PATH: publicPath.default('/t.js').description('Path of the tracker script'),
  COLLECT_PATH: publicPath
    .default('/collect')
    .description('Path that the tracker reports to; the GIF adds .gif'),
  SMTP_URL: Joi.string().uri({ scheme: ['smtp', 'smtps'] }),
} as const;

/** What every process with a database reads. */
export interface ProcessConfig {
  PORT: number;
  HOST: string;
  LOG_LEVEL: string;
  DATABASE_URL: string;
  DATABASE_POOL: number;
}

/** What a service reads besides: who calls it, and by which address it is known. */
export interface ServiceConfig extends ProcessConfig {
  PUBLIC_URL: string;
  IDENTITY_PUBLIC_KEY: string;
  TRUST_PROXY: number;
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
  TRUST_PROXY: settings.TRUST_PROXY,
});
