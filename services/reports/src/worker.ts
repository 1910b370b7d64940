import { createDatabase } from '@platform/database';
import { createHealth, createProbeApp } from '@platform/http';
import { createQueueConnections } from '@platform/queue';
import { createMetrics, listen, runProcess } from '@platform/runtime';
import type { ProcessContext, RunningProcess } from '@platform/runtime';
import { crawlingSettings, generationSettings, workerVariables } from './config.ts';
import type { WorkerConfig } from './config.ts';
import type { BrowserHost } from './browser/browser-host.ts';
import { createCredentialVault, openSecretBox } from './credentials/credential-vault.ts';
import { createGenerationQueue } from './generation/generation-queue.ts';
import { observePending } from './generation/generation-store.ts';
import { startGeneration } from './generation/start-generation.ts';
import { createCrawlQueue } from './sites/crawl-queue.ts';
import { startCrawling } from './sites/start-crawling.ts';

// Generates reports and serves only health and metrics. Run as many as the load needs.
const start = async ({ config, logger }: ProcessContext<WorkerConfig>): Promise<RunningProcess> => {
  const metrics = createMetrics({ service: 'reports-worker' });
  const database = createDatabase({
    url: config.DATABASE_URL,
    schema: 'reports',
    poolSize: config.DATABASE_POOL,
    applicationName: 'reports-worker',
  });
  observePending(metrics, database);
  const health = createHealth({ database: () => database.raw('SELECT 1') });
  const connections = createQueueConnections({
    redisUrl: config.REDIS_URL,
    databaseUrl: config.DATABASE_URL,
    schema: 'reports_queue',
  });
  const onQueueError = (error: Error): void => {
    logger.warn({ err: error }, 'the queue is unreachable');
  };
  const vault = createCredentialVault(await openSecretBox(config.CREDENTIALS_KEY, config.DATA_DIR));
  const queue = createGenerationQueue(connections, onQueueError);
  let rendering: BrowserHost | undefined;
  const generation = startGeneration({
    onBrowser: (browser) => {
      rendering = browser;
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
  const crawls = createCrawlQueue(connections, onQueueError);
  const crawling = startCrawling({
    browser: rendering,
    database,
    connections,
    queue: crawls,
    onQueueError,
    logger,
    vault,
    ...crawlingSettings(config),
  });
  const probes = createProbeApp({ health, metrics, logger });
  const server = await listen(probes, { port: config.PORT, host: config.HOST });
  logger.info({ port: server.port, concurrency: config.GENERATION_CONCURRENCY }, 'the worker is ready');

  return {
    closing: [
      ['health', health.drain],
      ...generation,
      ...crawling,
      ['queue', () => queue.close()],
      ['crawl queue', () => crawls.close()],
      ['queue connections', () => connections.close()],
      ['server', () => server.close()],
      ['database', () => database.destroy()],
    ],
  };
};

await runProcess({ name: 'reports-worker', variables: workerVariables, environment: process.env }, start);
