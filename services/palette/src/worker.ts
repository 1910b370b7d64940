import { createDatabase } from '@platform/database';
import { createHealth, createProbeApp } from '@platform/http';
import { createQueueBackend } from '@platform/queue';
import { createMetrics, listen, runProcess } from '@platform/runtime';
import type { ProcessContext, RunningProcess } from '@platform/runtime';

import { formats } from './formats/registry.ts';
import { createExportProcessor } from './tokens/export-processor.ts';
import { createExportSweeper } from './tokens/export-sweeper.ts';
import { createExportUpkeepStore } from './tokens/export-upkeep-store.ts';
import { createFormatCatalogue } from './tokens/format-catalogue.ts';
import { createTokensQueue, EXPORTS_QUEUE } from './tokens/tokens-queue.ts';
import { createTokensStore } from './tokens/tokens-store.ts';
import { workerVariables } from './tokens/worker-config.ts';
import type { WorkerConfig } from './tokens/worker-config.ts';
import { createWorkerMetrics } from './tokens/worker-metrics.ts';

const start = async ({ config, logger }: ProcessContext<WorkerConfig>): Promise<RunningProcess> => {
  const database = createDatabase({
    url: config.DATABASE_URL,
    schema: 'palette',
    poolSize: config.DATABASE_POOL,
    applicationName: 'palette-worker',
  });
  const registry = createMetrics({ service: 'palette-worker' });
  const upkeep = createExportUpkeepStore(database);
  const metrics = createWorkerMetrics({ registry, backlog: () => upkeep.backlog() });
  const backend = createQueueBackend({
    redisUrl: config.REDIS_URL,
    databaseUrl: config.DATABASE_URL,
    schema: 'palette_queue',
    onError: (error) => {
      logger.warn({ err: error }, 'the queue met a fault');
    },
  });
  const queue = createTokensQueue(backend, logger);
  const sweeper = createExportSweeper({
    store: upkeep,
    queue,
    metrics,
    logger,
    idleSeconds: config.EXPORT_IDLE_SECONDS,
  });

  // Every format once, so that the first export doesn't pay for loading Style Dictionary and the rasteriser.
  await createFormatCatalogue(formats)();

  const process = createExportProcessor({ store: createTokensStore(database), formats, metrics, logger });
  const lockDuration = config.EXPORT_LOCK_SECONDS * 1_000;
  backend.worker(
    EXPORTS_QUEUE,
    (job) => process({ id: job.id ?? '', isLast: job.attemptsMade + 1 >= (job.opts.attempts ?? 1) }),
    {
      concurrency: config.EXPORT_CONCURRENCY,
      lockDuration,
      stalledInterval: lockDuration / 2,
      // After a fault of the connection; BullMQ would wait for 15 s.
      runRetryDelay: 500,
      // The export itself counts its attempts, and ends one that kills its workers.
      maxStalledCount: 100,
    },
  );
  sweeper.start();

  const health = createHealth({ database: () => database.raw('SELECT 1') });
  const server = await listen(createProbeApp({ health, metrics: registry, logger }), {
    port: config.PORT,
    host: config.HOST,
  });
  logger.info({ port: server.port, queue: backend.kind }, 'export worker ready');

  return {
    closing: [
      ['health', health.drain],
      ['sweeper', () => sweeper.stop()],
      ['queue', () => backend.close()],
      ['server', () => server.close()],
      ['database', () => database.destroy()],
    ],
  };
};

await runProcess({ name: 'palette-worker', variables: workerVariables, environment: process.env }, start);
