import { mailVariables } from '@platform/mailer';
import type { MailConfig } from '@platform/mailer';
import { serviceVariables, settings } from '@platform/runtime';
import type { ServiceConfig } from '@platform/runtime';
import Joi from 'joi';

/** The environment of the service, checked. */
export interface Config extends ServiceConfig, MailConfig {
  DATABASE_REPLICA_URL?: string;
  REPLICA_MAX_LAG_SECONDS: number;
  TRACKER_PATH: string;
  COLLECT_PATH: string;
  COLLECT_QUEUE: number;
  GEO_DATABASE?: string;
  PAGES_DIRECTORY?: string;
}

export const configVariables: { [Name in keyof Config]-?: Joi.Schema } = {
  ...serviceVariables(8081),
  DATABASE_REPLICA_URL: Joi.string()
    .uri({ scheme: ['postgres', 'postgresql'] })
    .description('A streaming replica of the database, from which statistics are read'),
  REPLICA_MAX_LAG_SECONDS: Joi.number()
    .min(1)
    .max(3_600)
    .default(5)
    .description('How many seconds the replica may lag; beyond that, statistics are read from the primary'),
  TRACKER_PATH: settings.TRACKER_PATH,
  COLLECT_PATH: settings.COLLECT_PATH,
  COLLECT_QUEUE: Joi.number()
    .integer()
    .min(100)
    .max(1_000_000)
    .default(20_000)
    .description('Events that may wait to be stored; beyond that, the answer is 503'),
  ...mailVariables,
  GEO_DATABASE: Joi.string().description(
    'File of a city or country database (mmdb) in the place of the one with countries that comes along',
  ),
  PAGES_DIRECTORY: Joi.string().description(
    'Folder with the built public pages; images have it, a checkout builds them on first use',
  ),
};
