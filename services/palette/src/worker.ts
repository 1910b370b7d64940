import { createDatabase } from '@platform/database';
import { createHealth, createProbeApp } from '@platform/http';
import { createQueueConnections, queueBackend, queueTracing } from '@platform/queue';
import { createMetrics, listen, runProcess, versionsName } from '@platform/runtime';
import type { ProcessContext, RunningProcess } from '@platform/runtime';
import { Worker } from 'bullmq';
import { createExportCleanupStore } from './exports/export-cleanup-store.ts';
import { createExportCleanup, createExportProcessor } from './exports/export-processor.ts';
import { createExportsQueue, EXPORTS_QUEUE } from './exports/exports-queue.ts';
import { createExportsStore } from './exports/exports-store.ts';
import { createWorkerMetrics } from './exports/worker-metrics.ts';
import { formats } from './formats/registry.ts';
import { workerVariables } from './config.ts';
import type { WorkerConfig } from './config.ts';

const start = async ({ config, logger }: ProcessContext<WorkerConfig>): Promise<RunningProcess> => {
  const database = createDatabase({
    url: config.DATABASE_URL,
    schema: 'palette',
    poolSize: config.DATABASE_POOL,
    applicationName: 'palette-worker',
  });
  const registry = createMetrics({ service: 'palette-worker' });
  const cleanupStore = createExportCleanupStore(database);
  const metrics = createWorkerMetrics({ registry, backlog: () => cleanupStore.backlog() });
  const connections = createQueueConnections({
    redisUrl: config.REDIS_URL,
    databaseUrl: config.DATABASE_URL,
    schema: 'palette_queue',
    mayLose: true,
  });
  const queue = createExportsQueue(connections, logger);
  const cleanup = createExportCleanup({
    store: cleanupStore,
    queue,
    metrics,
    logger,
    idleSeconds: config.EXPORT_IDLE_SECONDS,
  });

  const process = createExportProcessor({ store: createExportsStore(database), formats, metrics, logger });
  const lockDuration = config.EXPORT_LOCK_SECONDS * 1_000;
  const worker = new Worker(
    EXPORTS_QUEUE,
    (job) => process({ id: job.id ?? '', isLast: job.attemptsMade + 1 >= (job.opts.attempts ?? 1) }),
    {
      connection: connections.worker,
      ...queueTracing(),
      name: versionsName(),
      concurrency: config.EXPORT_CONCURRENCY,
      lockDuration,
      stalledInterval: lockDuration / 2,
      // The pause after a lost connection. BullMQ's default is 15 s.
      runRetryDelay: 500,
      // The export counts its own attempts and ends one that keeps killing its workers.
      maxStalledCount: 100,
    },
    queueBackend,
  );
  worker.on('error', (error) => {
    logger.warn({ err: error }, 'the export worker lost its queue; reconnecting');
  });
  cleanup.start();

  const health = createHealth({ database: () => database.raw('SELECT 1') });
  const server = await listen(createProbeApp({ health, metrics: registry, logger }), {
    port: config.PORT,
    host: config.HOST,
  });
  logger.info({ port: server.port, queue: connections.kind }, 'export worker ready');

  return {
    closing: [
      ['health', health.drain],
      ['cleanup', () => cleanup.stop()],
      ['worker', () => worker.close()],
      ['queue', () => queue.close()],
      ['queue connections', () => connections.close()],
      ['server', () => server.close()],
      ['database', () => database.destroy()],
    ],
  };
};

await runProcess({ name: 'palette-worker', variables: workerVariables, environment: process.env }, start);
