import { readIdentityKey } from '@platform/identity';
import { mailVariables } from '@platform/mailer';
import type { MailConfig } from '@platform/mailer';
import { processVariables, settings } from '@platform/runtime';
import type { ProcessConfig, ProxyTrust } from '@platform/runtime';
import Joi from 'joi';
import { oidcVariables } from './login/oidc-settings.ts';
import type { OidcConfig } from './login/oidc-settings.ts';
import { addressVariables, hostVariables } from './routing-table.ts';
import type { ServiceAddresses, ServiceHosts } from './routing-table.ts';

type MailServer = Pick<MailConfig, 'SMTP_URL' | 'MAIL_FROM'>;

export interface Config extends ProcessConfig, OidcConfig, MailServer, ServiceAddresses, ServiceHosts {
  REDIS_URL?: string;
  REDIS_TIMEOUT_MS: number;
  PUBLIC_URL: string;
  TRUST_PROXY: ProxyTrust;
  CORS_ORIGINS: string[];
  RATE_LIMIT_PER_MINUTE: number;
  RATE_LIMIT_PUBLIC_PER_MINUTE: number;
  UPSTREAM_TIMEOUT_SECONDS: number;
  IDENTITY_PRIVATE_KEY?: string;
  IDENTITY_OTHER_KEY?: string;
  GUARD_ALLOW: string[];
  CONSOLE_DIRECTORY?: string;
  DOWNLOADS_DIRECTORY?: string;
  METRICS_PORT?: number;
  DRAIN_SECONDS: number;
  TRACKER_PATH: string;
  COLLECT_PATH: string;
}

const perMinute = Joi.number().integer().min(0).max(10_000_000);

const identityKey = Joi.string().custom(
  (value: string, helpers) =>
    readIdentityKey(value) ??
    helpers.message({ custom: '{{#label}} must be an Ed25519 private key (PKCS #8, PEM)' }),
);

/** `*`, or origins such as `https://app.example.com`, separated by commas. */
const origins = Joi.string().custom((value: string, helpers) => {
  const items = value.split(',').map((item) => item.trim().toLowerCase());
  const wrong = items.find((item) => item !== '*' && !(URL.canParse(item) && new URL(item).origin === item));
  if (wrong === undefined) return items;
  return helpers.message({ custom: '{{#label}} holds "{{#wrong}}", which is not an origin' }, { wrong });
});

/** The gateway's settings; docs/operations.md explains them. */
export const configVariables = {
  ...processVariables(8080),
  REDIS_URL: settings.REDIS_URL,
  REDIS_TIMEOUT_MS: Joi.number().integer().min(5).max(5_000).default(50),
  PUBLIC_URL: settings.PUBLIC_URL,
  TRUST_PROXY: settings.TRUST_PROXY,
  CORS_ORIGINS: origins
    .default(['*'])
    .description('Origins whose pages may call the API with a key, separated by commas; * for all'),
  ...addressVariables,
  ...hostVariables,
  RATE_LIMIT_PER_MINUTE: perMinute.default(600).description('0 turns all limits off'),
  RATE_LIMIT_PUBLIC_PER_MINUTE: perMinute.default(3_000).description('0 turns this limit off'),
  UPSTREAM_TIMEOUT_SECONDS: Joi.number().min(1).max(600).default(30),
  IDENTITY_PRIVATE_KEY: identityKey.description(
    'Ed25519 key that signs identities (PEM); generated and kept in the database if not given',
  ),
  IDENTITY_OTHER_KEY: identityKey.description(
    'The previous or next key (PEM), which services also accept during a rotation',
  ),
  ...oidcVariables,
  SMTP_URL: mailVariables.SMTP_URL.description(
    'Mail server for invitations and new passwords; without it links are passed on by hand',
  ),
  MAIL_FROM: mailVariables.MAIL_FROM,
  CONSOLE_DIRECTORY: Joi.string().description(
    'Folder with the built files of the web console; /console is 404 without it',
  ),
  DOWNLOADS_DIRECTORY: Joi.string().description(
    'Folder with the packages of /downloads/; not served if not given',
  ),
  METRICS_PORT: Joi.number().port().description('Port of /metrics; not served if not given'),
  DRAIN_SECONDS: Joi.number()
    .min(0)
    .max(20)
    .default(0)
    .description('How long to go on accepting requests after SIGTERM, so that load balancers notice'),
  GUARD_ALLOW: settings.GUARD_ALLOW,
  TRACKER_PATH: settings.TRACKER_PATH,
  COLLECT_PATH: settings.COLLECT_PATH,
};

export interface WorkerConfig extends ProcessConfig, ServiceAddresses {
  IDENTITY_PRIVATE_KEY?: string;
  GUARD_ALLOW: string[];
  WEBHOOK_LEASE_SECONDS: number;
}

/** Settings of the webhook worker. */
export const workerVariables = {
  ...processVariables(8086),
  ...addressVariables,
  IDENTITY_PRIVATE_KEY: configVariables.IDENTITY_PRIVATE_KEY,
  GUARD_ALLOW: settings.GUARD_ALLOW,
  WEBHOOK_LEASE_SECONDS: Joi.number()
    .min(1)
    .max(600)
    .default(60)
    .description('How long after a worker dies its deliveries go to another one'),
};
