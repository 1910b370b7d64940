import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, createNotifiedWaits, loadSecret, watchWrites } from '@platform/database';
import { createGuard } from '@platform/guard';
import { createHealth } from '@platform/http';
import { createIdentityVerifier } from '@platform/identity';
import { createConfiguredMailer } from '@platform/mailer';
import { lazyPages } from '@platform/pages';
import { createQueueConnections } from '@platform/queue';
import { comesLater, createMetrics, listen, provideLater, runProcess } from '@platform/runtime';
import type { ProcessContext, RunningProcess } from '@platform/runtime';
import { createApp } from './app.ts';
import type { BrowserHost } from './browser/browser-host.ts';
import { createBrowser, createPrinter } from './browser/create-browser.ts';
import { configVariables, crawlingSettings, generationSettings, rendererOf } from './config.ts';
import type { Config } from './config.ts';
import { createCredentialVault, openSecretBox } from './credentials/credential-vault.ts';
import { createCredentialsStore, resealCredentials } from './credentials/credentials-store.ts';
import { createGenerationQueue } from './generation/generation-queue.ts';
import { GENERATED_CHANNEL } from './generation/generation-store.ts';
import { startGeneration } from './generation/start-generation.ts';
import { createRegressions, createReports, createSchedules, createSites } from './features.ts';
import { createRunRetention } from './runs/runs-service.ts';
import { createCrawlQueue } from './sites/crawl-queue.ts';
import { startCrawling } from './sites/start-crawling.ts';

const start = async ({ config, logger }: ProcessContext<Config>): Promise<RunningProcess> => {
  const metrics = createMetrics({ service: 'reports' });
  const database = createDatabase({
    url: config.DATABASE_URL,
    schema: 'reports',
    poolSize: config.DATABASE_POOL,
  });
  const writes = watchWrites(database);
  const health = createHealth({ database: writes.check });
  health.watch('writes', writes.canWrite);
  const connections = createQueueConnections({
    redisUrl: config.REDIS_URL,
    databaseUrl: config.DATABASE_URL,
    schema: 'reports_queue',
  });
  const onQueueError = (error: Error): void => {
    logger.warn({ err: error }, 'the queue is unreachable');
  };
  const queue = createGenerationQueue(connections, onQueueError);
  const crawls = createCrawlQueue(connections, onQueueError);
  const signals = createNotifiedWaits({
    url: config.DATABASE_URL,
    channel: GENERATED_CHANNEL,
    onError: (error) => {
      logger.warn({ err: error }, 'lost the connection that announces results');
    },
  });
  // The API only checks URLs with this guard; the generation fetches pages with its own.
  const guard = createGuard({ allow: config.GUARD_ALLOW, userAgent: 'PlatformReports/1.0' });

  const checkUrl = (url: string): URL => guard.check(url);
  const browser = createBrowser({ guard, env: process.env, renderer: rendererOf(config), logger });
  const vault = createCredentialVault(await openSecretBox(config.CREDENTIALS_KEY, config.DATA_DIR));
  const { reports, runsStore } = createReports({ database, queue, signals, checkUrl, vault, logger });
  const { job } = createSchedules({ database, reports, logger });
  job.start();
  const { sites, job: siteJob } = createSites({ database, crawls, checkUrl, vault, logger });
  siteJob.start();
  const pageSecret = await loadSecret(database, 'pages', (error) => {
    logger.warn({ err: error }, 'waiting for PostgreSQL');
  });
  const mailer = createConfiguredMailer(config, 'reports');
  logger.info({ to: mailer.destination }, 'e-mails about reports and sites go here');
  // `npm start` installs what builds them when somebody first asks.
  const pages = lazyPages(
    'reports',
    config.PAGES_DIRECTORY,
    join(config.DATA_DIR ?? tmpdir(), 'console'),
    () => provideLater('console'),
  );
  if (!comesLater('console'))
    pages().catch((error: unknown) => {
      logger.warn({ err: error }, 'the report pages are not built');
    });
  const regressions = createRegressions({
    built: pages,
    database,
    sites,
    mailer,
    ownerEmail: config.OWNER_EMAIL,
    pageSecret,
    publicUrl: config.PUBLIC_URL,
    logger,
  });
  regressions.job.start();
  const retention = createRunRetention({ store: runsStore, days: config.RUN_RETENTION_DAYS, logger });
  retention.start();

  const app = createApp({
    database,
    queue,
    crawls,
    signals,
    checkUrl,
    vault,
    print: createPrinter((markup) => browser.print(markup)),
    pages,
    identity: await createIdentityVerifier({
      publicKey: config.IDENTITY_PUBLIC_KEY,
      audience: 'reports',
      maxAgeSeconds: config.IDENTITY_MAX_AGE_SECONDS,
    }),
    pageSecret,
    regressions,
    ownerEmail: config.OWNER_EMAIL,
    publicUrl: config.PUBLIC_URL,
    resultWaitSeconds: config.RESULT_WAIT_SECONDS,
    renderByDefault: config.RENDER === 1,
    trustProxy: config.TRUST_PROXY,
    logger,
    metrics,
    health,
  });
  let rendering: BrowserHost | undefined;
  const generation =
    config.GENERATION_CONCURRENCY === 0
      ? []
      : startGeneration({
          onBrowser: (started) => {
            rendering = started;
          },
          database,
          connections,
          queue,
          onQueueError,
          logger,
          vault,
          metrics,
          env: process.env,
          ...generationSettings(config),
        });
  const crawling =
    config.GENERATION_CONCURRENCY === 0
      ? []
      : startCrawling({
          browser: rendering,
          database,
          connections,
          queue: crawls,
          onQueueError,
          logger,
          vault,
          ...crawlingSettings(config),
        });
  await resealCredentials(createCredentialsStore(database), vault, logger);
  const server = await listen(app, { port: config.PORT, host: config.HOST });
  logger.info({ port: server.port, generation: config.GENERATION_CONCURRENCY }, 'listening');

  return {
    closing: [
      ['health', health.drain],
      ['schedules', () => job.stop()],
      ['schedules of sites', () => siteJob.stop()],
      ['retention', () => retention.stop()],
      ['e-mails', () => regressions.job.stop()],
      ['drain', () => server.drain(config.DRAIN_SECONDS * 1000)],
      ['server', () => server.close()],
      ...generation,
      ...crawling,
      ['printing', () => browser.close()],
      ['queue', () => queue.close()],
      ['crawl queue', () => crawls.close()],
      ['queue connections', () => connections.close()],
      [
        'mail server',
        () => {
          mailer.close();
        },
      ],
      ['guard', () => guard.close()],
      ['waits', () => signals.close()],
      ['database', () => database.destroy()],
    ],
  };
};

await runProcess({ name: 'reports', variables: configVariables, environment: process.env }, start);
