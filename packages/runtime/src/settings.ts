import Joi from 'joi';

const list = Joi.string().custom((value: string) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

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
    .description('What callers are verified with: a public key (PEM), a JWKS as JSON, or the address of one'),
  TRUST_PROXY: Joi.number()
    .integer()
    .min(0)
    .max(10)
    .default(0)
    .description('Proxies in front of this process'),
  GUARD_ALLOW: list.default([]).description('Private addresses and CIDRs that the report fetcher may reach'),
  SMTP_URL: Joi.string().uri({ scheme: ['smtp', 'smtps'] }),
  list,
} as const;
