import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, loadSecret } from '@platform/database';
import { createGuard } from '@platform/guard';
import { createHealth, metricsRouter } from '@platform/http';
import { identityKeyFrom } from '@platform/identity';
import { createMailer } from '@platform/mailer';
import type { Mailer } from '@platform/mailer';
import { createMetrics, listen, PORT_IS_HELD, runProcess, takeHeldPort } from '@platform/runtime';
import type { ProcessContext, RunningProcess } from '@platform/runtime';
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

const start = async ({ config, logger }: ProcessContext<Config>): Promise<RunningProcess> => {
  const metrics = createMetrics({ service: 'gateway' });
  const health = createHealth({});
  const database = createDatabase({
    url: config.DATABASE_URL,
    schema: 'gateway',
    poolSize: config.DATABASE_POOL,
  });
  const guard = createGuard({ allow: config.GUARD_ALLOW, userAgent: 'PlatformWebhooks/1.0' });
  const identityKey =
    config.IDENTITY_PRIVATE_KEY ?? identityKeyFrom(await loadSecret(database, 'identity-key'));
  const oidc = oidcSettingsOf(config);

  const { app, close } = await createApp({
    database,
    databaseUrl: config.DATABASE_URL,
    identityKey,
    ...(config.IDENTITY_OTHER_KEY !== undefined && { otherIdentityKey: config.IDENTITY_OTHER_KEY }),
    cursorSecret: await loadSecret(database, 'cursor'),
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
      : await listen(express().use(metricsRouter(metrics)), { port: config.METRICS_PORT, host: config.HOST });
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
