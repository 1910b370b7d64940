import { createDatabase } from '@platform/database';
import { createHealth, createProbeApp } from '@platform/http';
import { createQueueBackend } from '@platform/queue';
import { createMetrics, listen, runProcess } from '@platform/runtime';
import type { ProcessContext, RunningProcess } from '@platform/runtime';

import { generationSettings, workerVariables } from './config.ts';
import type { WorkerConfig } from './config.ts';
import { startGeneration } from './generation/start-generation.ts';

// Generates reports and answers no requests but those for health and metrics. Run as many as there are pages to report on.
const start = async ({ config, logger }: ProcessContext<WorkerConfig>): Promise<RunningProcess> => {
  const metrics = createMetrics({ service: 'reports-worker' });
  const database = createDatabase({
    url: config.DATABASE_URL,
    schema: 'reports',
    poolSize: config.DATABASE_POOL,
    applicationName: 'reports-worker',
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
  const generation = startGeneration({ database, backend, logger, metrics, ...generationSettings(config) });
  const probes = createProbeApp({ health, metrics, logger });
  const server = await listen(probes, { port: config.PORT, host: config.HOST });
  logger.info({ port: server.port, concurrency: config.GENERATION_CONCURRENCY }, 'the worker is ready');

  return {
    closing: [
      ['health', health.drain],
      ...generation,
      ['server', () => server.close()],
      ['database', () => database.destroy()],
    ],
  };
};

await runProcess({ name: 'reports-worker', variables: workerVariables, environment: process.env }, start);
