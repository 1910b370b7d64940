import { createDatabase, createListener, loadSecret } from '@platform/database';
import { createGuard } from '@platform/guard';
import { createHealth } from '@platform/http';
import { createIdentityVerifier } from '@platform/identity';
import { createQueueBackend } from '@platform/queue';
import { createMetrics, listen, runProcess } from '@platform/runtime';
import type { ProcessContext, RunningProcess } from '@platform/runtime';

import { createApp } from './app.ts';
import { configVariables, generationSettings } from './config.ts';
import type { Config } from './config.ts';
import { createGenerationSignals } from './generation/generation-signals.ts';
import { GENERATED_CHANNEL } from './generation/generation-store.ts';
import { startGeneration } from './generation/start-generation.ts';

const start = async ({ config, logger }: ProcessContext<Config>): Promise<RunningProcess> => {
  const metrics = createMetrics({ service: 'reports' });
  const database = createDatabase({
    url: config.DATABASE_URL,
    schema: 'reports',
    poolSize: config.DATABASE_POOL,
  });
  const health = createHealth({ database: () => database.raw('SELECT 1') });
  const backend = createQueueBackend({
    redisUrl: config.REDIS_URL,
    databaseUrl: config.DATABASE_URL,
    schema: 'reports_queue',
    onError: (error) => {
      logger.warn({ err: error }, 'the queue is not reachable');
    },
  });
  const signals = createGenerationSignals();
  const listener = createListener({
    url: config.DATABASE_URL,
    channel: GENERATED_CHANNEL,
    onNotification: (urlHash) => {
      signals.notify(urlHash);
    },
    onConnect: () => {
      signals.notifyAll();
    },
    onError: (error) => {
      logger.warn({ err: error }, 'results are not announced for now');
    },
  });
  // Requests only check URLs with this guard; pages are fetched where reports are generated.
  const guard = createGuard({ allow: config.GUARD_ALLOW, userAgent: 'PlatformReports/1.0' });

  const app = createApp({
    database,
    backend,
    signals,
    checkUrl: (url) => guard.check(url),
    identity: await createIdentityVerifier({ publicKey: config.IDENTITY_PUBLIC_KEY, audience: 'reports' }),
    pageSecret: await loadSecret(database, 'pages'),
    publicUrl: config.PUBLIC_URL,
    resultWaitSeconds: config.RESULT_WAIT_SECONDS,
    trustProxy: config.TRUST_PROXY,
    logger,
    metrics,
    health,
  });
  const generation =
    config.GENERATION_CONCURRENCY === 0
      ? []
      : startGeneration({ database, backend, logger, metrics, ...generationSettings(config) });
  const server = await listen(app, { port: config.PORT, host: config.HOST });
  logger.info({ port: server.port, generation: config.GENERATION_CONCURRENCY }, 'the service listens');

  return {
    closing: [
      ['health', health.drain],
      ['server', () => server.close()],
      ...generation,
      ['queue', () => backend.close()],
      ['guard', () => guard.close()],
      ['listener', () => listener.close()],
      ['database', () => database.destroy()],
    ],
  };
};

await runProcess({ name: 'reports', variables: configVariables, environment: process.env }, start);
