import { processVariables, settings } from '@platform/runtime';
import type { ProcessConfig } from '@platform/runtime';
import Joi from 'joi';

import { readIdentityKey } from './identity-key.ts';

export interface Config extends ProcessConfig {
  REDIS_URL?: string;
  REDIS_TIMEOUT_MS: number;
  PUBLIC_URL: string;
  TRUST_PROXY: number;
  ANALYTICS_URL: string;
  REPORTS_URL: string;
  PALETTE_URL: string;
  ANALYTICS_HOST?: string;
  REPORTS_HOST?: string;
  PALETTE_HOST?: string;
  RATE_LIMIT_PER_MINUTE: number;
  RATE_LIMIT_PUBLIC_PER_MINUTE: number;
  UPSTREAM_TIMEOUT_SECONDS: number;
  IDENTITY_PRIVATE_KEY?: string;
  METRICS_PORT?: number;
  DRAIN_SECONDS: number;
  TRACKER_PATH: string;
  COLLECT_PATH: string;
}

const upstream = Joi.string().uri({ scheme: ['http', 'https'] });
const host = Joi.string().hostname().lowercase();
const perMinute = Joi.number().integer().min(0).max(10_000_000);

/** The gateway's settings; docs/operations.md explains them. */
export const configVariables = {
  ...processVariables(8080),
  REDIS_URL: settings.REDIS_URL,
  REDIS_TIMEOUT_MS: Joi.number().integer().min(5).max(5_000).default(50),
  PUBLIC_URL: settings.PUBLIC_URL,
  TRUST_PROXY: settings.TRUST_PROXY,
  ANALYTICS_URL: upstream.default('http://127.0.0.1:8081'),
  REPORTS_URL: upstream.default('http://127.0.0.1:8082'),
  PALETTE_URL: upstream.default('http://127.0.0.1:8083'),
  ANALYTICS_HOST: host,
  REPORTS_HOST: host,
  PALETTE_HOST: host,
  RATE_LIMIT_PER_MINUTE: perMinute.default(600).description('0 turns all limits off'),
  RATE_LIMIT_PUBLIC_PER_MINUTE: perMinute.min(1).default(3_000),
  UPSTREAM_TIMEOUT_SECONDS: Joi.number().min(1).max(600).default(30),
  IDENTITY_PRIVATE_KEY: Joi.string()
    .description('Ed25519 key that identities are signed with (PEM); kept in the database if not given')
    .custom(
      (value: string, helpers) =>
        readIdentityKey(value) ??
        helpers.message({ custom: '{{#label}} must be an Ed25519 private key (PKCS #8, PEM)' }),
    ),
  METRICS_PORT: Joi.number().port().description('Where /metrics is served; nowhere if not given'),
  DRAIN_SECONDS: Joi.number()
    .min(0)
    .max(20)
    .default(0)
    .description('After SIGTERM: how long requests are still taken, so that load balancers notice'),
  TRACKER_PATH: settings.TRACKER_PATH,
  COLLECT_PATH: settings.COLLECT_PATH,
};
