import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createDatabase, loadSecret } from '@platform/database';
import { createGuard } from '@platform/guard';
import { createHealth, metricsRouter } from '@platform/http';
import { identityKeyFrom } from '@platform/identity';
import { createMailer } from '@platform/mailer';
import type { Mailer } from '@platform/mailer';
import {
  comesLater,
  createMetrics,
  listen,
  PORT_IS_HELD,
  runProcess,
  SetupError,
  takeHeldPort,
} from '@platform/runtime';
import type { LaterPart, ProcessContext, RunningProcess } from '@platform/runtime';
import { activeTracing } from '@platform/tracing';
import express from 'express';
import { createApp } from './app.ts';
import { configVariables } from './config.ts';
import type { Config } from './config.ts';
import { answerEveryRequest } from './request-listener.ts';
import { oidcSettingsOf } from './login/oidc-settings.ts';
import { addressesIn, hostsIn } from './routing-table.ts';

/** Connections are closed after this long without traffic, on top of the upstream timeout. */
const STALLED_MILLISECONDS = 120_000;

const mailerOf = ({ MAIL_FROM, PUBLIC_URL }: Config, smtpUrl: string): Mailer =>
  createMailer({ smtpUrl, folder: '', from: MAIL_FROM ?? `accounts@${new URL(PUBLIC_URL).hostname}` });

/** @throws SetupError for a folder that lacks what is served from it, unless `npm start` builds that later */
const requireBuilt = (
  part: LaterPart,
  setting: 'CONSOLE_DIRECTORY' | 'DOWNLOADS_DIRECTORY',
  file: string,
  config: Config,
): void => {
  const { [setting]: folder } = config;
  if (folder !== undefined && !comesLater(part) && !existsSync(join(folder, file)))
    throw new SetupError(`${setting}: there is no ${file} in ${folder}.`);
};

const start = async ({ config, logger }: ProcessContext<Config>): Promise<RunningProcess> => {
  requireBuilt('console', 'CONSOLE_DIRECTORY', 'index.html', config);
  requireBuilt('downloads', 'DOWNLOADS_DIRECTORY', 'index.json', config);
  const metrics = createMetrics({ service: 'gateway' });
  const health = createHealth({});
  const database = createDatabase({
    url: config.DATABASE_URL,
    schema: 'gateway',
    poolSize: config.DATABASE_POOL,
  });
  const guard = createGuard({ allow: config.GUARD_ALLOW, userAgent: 'PlatformWebhooks/1.0' });
  const waits = (error: unknown): void => {
    logger.warn({ err: error }, 'waiting for PostgreSQL');
  };
  const identityKey =
    config.IDENTITY_PRIVATE_KEY ?? identityKeyFrom(await loadSecret(database, 'identity-key', waits));
  const oidc = oidcSettingsOf(config);

  const { app, close } = await createApp({
    database,
    databaseUrl: config.DATABASE_URL,
    identityKey,
    ...(config.IDENTITY_OTHER_KEY !== undefined && { otherIdentityKey: config.IDENTITY_OTHER_KEY }),
    cursorSecret: await loadSecret(database, 'cursor', waits),
    targets: addressesIn(config),
    hosts: hostsIn(config),
    publicUrl: config.PUBLIC_URL,
    guard,
    ...(oidc && { oidc }),
    ...(config.SMTP_URL !== undefined && { mailer: mailerOf(config, config.SMTP_URL) }),
    ...(config.SMTP_URL !== undefined && { smtpUrl: config.SMTP_URL }),
    guardAllow: config.GUARD_ALLOW,
    ...(config.CONSOLE_DIRECTORY !== undefined && { consoleDirectory: config.CONSOLE_DIRECTORY }),
    ...(config.DOWNLOADS_DIRECTORY !== undefined && { downloadsDirectory: config.DOWNLOADS_DIRECTORY }),
    trackerPath: config.TRACKER_PATH,
    collectPath: config.COLLECT_PATH,
    redisTimeoutMilliseconds: config.REDIS_TIMEOUT_MS,
    limitPerMinute: config.RATE_LIMIT_PER_MINUTE,
    publicLimitPerMinute: config.RATE_LIMIT_PUBLIC_PER_MINUTE,
    upstreamTimeoutMilliseconds: config.UPSTREAM_TIMEOUT_SECONDS * 1000,
    trustProxy: config.TRUST_PROXY,
    tracing: activeTracing(),
    corsOrigins: config.CORS_ORIGINS,
    logger,
    metrics,
    health,
    ...(config.REDIS_URL === undefined ? {} : { redisUrl: config.REDIS_URL }),
  });

  await takeHeldPort(process.argv.includes(PORT_IS_HELD));
  const server = await listen(app, { port: config.PORT, host: config.HOST, refusesWithoutHost: false });
  answerEveryRequest(server.server, config.CORS_ORIGINS);
  server.server.setTimeout(STALLED_MILLISECONDS + config.UPSTREAM_TIMEOUT_SECONDS * 1000);
  const operators =
    config.METRICS_PORT === undefined
      ? undefined
      : await listen(express().use(metricsRouter(metrics)), {
          port: config.METRICS_PORT,
          host: config.HOST,
          setting: 'METRICS_PORT',
        });
  logger.info({ port: server.port }, 'listening');

  return {
    closing: [
      [
        'drain',
        () => {
          health.drain();
          return sleep(config.DRAIN_SECONDS * 1000);
        },
      ],
      ['server', () => server.close()],
      ['metrics', () => operators?.close() ?? Promise.resolve()],
      ['gateway', close],
      ['guard', () => guard.close()],
      ['database', () => database.destroy()],
    ],
  };
};

await runProcess(
  { name: 'gateway', variables: configVariables, environment: process.env, bufferedLog: true },
  start,
);
