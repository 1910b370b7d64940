import { processVariables, settings } from '@platform/runtime';
import type { ProcessConfig } from '@platform/runtime';
import Joi from 'joi';

import { configVariables } from './config.ts';

export interface WorkerConfig extends ProcessConfig {
  ANALYTICS_URL: string;
  REPORTS_URL: string;
  PALETTE_URL: string;
  IDENTITY_PRIVATE_KEY?: string;
  GUARD_ALLOW: string[];
  WEBHOOK_LEASE_SECONDS: number;
}

/** Settings of the webhook worker. */
export const workerVariables = {
  ...processVariables(8086),
  ANALYTICS_URL: configVariables.ANALYTICS_URL,
  REPORTS_URL: configVariables.REPORTS_URL,
  PALETTE_URL: configVariables.PALETTE_URL,
  IDENTITY_PRIVATE_KEY: configVariables.IDENTITY_PRIVATE_KEY,
  GUARD_ALLOW: settings.GUARD_ALLOW,
  WEBHOOK_LEASE_SECONDS: Joi.number()
    .min(1)
    .max(600)
    .default(60)
    .description('How long after a worker dies its deliveries go to another one'),
};
