import { createListener } from '@platform/database';
import type { Listener } from '@platform/database';
import { createQueueBackend, migrateQueues } from '@platform/queue';
import type { JobWorker, QueueBackend } from '@platform/queue';
import { createMetrics, silentLogger } from '@platform/runtime';
import type { Metrics } from '@platform/runtime';
import { createTestDatabase, createTestIdentity } from '@platform/testing';
import type { TestDatabase, TestIdentity } from '@platform/testing';
import type { Express } from 'express';
import request from 'supertest';

import { createApp } from '../../src/app.ts';
import { formats } from '../../src/formats/registry.ts';
import { createExportProcessor } from '../../src/tokens/export-processor.ts';
import type { ExportProcessorDeps } from '../../src/tokens/export-processor.ts';
import { createExportSweeper } from '../../src/tokens/export-sweeper.ts';
import type { ExportSweeper } from '../../src/tokens/export-sweeper.ts';
import { createExportUpkeepStore } from '../../src/tokens/export-upkeep-store.ts';
import { createExportWaiters } from '../../src/tokens/export-waiters.ts';
import { createTokensQueue, EXPORTS_QUEUE } from '../../src/tokens/tokens-queue.ts';
import { createTokensStore, EXPORTS_CHANNEL } from '../../src/tokens/tokens-store.ts';
import { createWorkerMetrics } from '../../src/tokens/worker-metrics.ts';

export interface ExportHarness {
  app: Express;
  database: TestDatabase;
  identity: TestIdentity;
  sweeper: ExportSweeper;
  workerMetrics: Metrics;
  serviceMetrics: Metrics;
  /** What a worker does with one export; its parts may be replaced to bring faults. */
  processor(parts?: Partial<ExportProcessorDeps>): ReturnType<typeof createExportProcessor>;
  /** Starts a worker in this process. */
  startWorker(parts?: Partial<ExportProcessorDeps>): JobWorker<unknown>;
  close(): Promise<void>;
}

/** The service's app and what its worker is made of, on a database of their own and the queue in PostgreSQL. */
export const createExportHarness = async (options: { lifetime?: number } = {}): Promise<ExportHarness> => {
  const database = await createTestDatabase({
    schema: 'palette',
    migrations: new URL('../../migrations/', import.meta.url),
  });
  await migrateQueues(database.url, 'palette_queue');
  const identity = await createTestIdentity('palette');
  const logger = silentLogger();
  const onError = (): void => undefined;
  const backend: QueueBackend = createQueueBackend({
    redisUrl: undefined,
    databaseUrl: database.url,
    schema: 'palette_queue',
    onError,
  });
  const queue = createTokensQueue(backend, logger);
  const waiters = createExportWaiters();
  const listener: Listener = createListener({
    url: database.url,
    channel: EXPORTS_CHANNEL,
    onNotification: (id) => {
      waiters.wake(id);
    },
  });
  const workerMetrics = createMetrics({ service: 'palette-worker', withProcess: false });
  const serviceMetrics = createMetrics({ service: 'palette', withProcess: false });
  const upkeep = createExportUpkeepStore(database.database);
  const metrics = createWorkerMetrics({ registry: workerMetrics, backlog: () => upkeep.backlog() });
  const store = createTokensStore(database.database);
  const processor = (parts: Partial<ExportProcessorDeps> = {}) =>
    createExportProcessor({ store, formats, metrics, logger, ...parts });
  return {
    app: createApp({
      database: database.database,
      identity: identity.verifier,
      logger,
      metrics: serviceMetrics,
      secret: Buffer.alloc(32, 7),
      publicUrl: 'https://api.example.com',
      trustProxy: 0,
      exports: { queue, waiters, lifetime: options.lifetime ?? 3_600 },
    }),
    database,
    identity,
    sweeper: createExportSweeper({ store: upkeep, queue, metrics, logger, idleSeconds: 0.05 }),
    workerMetrics,
    serviceMetrics,
    processor,
    startWorker(parts) {
      const process = processor(parts);
      return backend.worker(EXPORTS_QUEUE, (job) =>
        process({ id: job.id ?? '', isLast: job.attemptsMade + 1 >= (job.opts.attempts ?? 1) }),
      );
    },
    async close() {
      await backend.close();
      await listener.close();
      await database.drop();
    },
  };
};

/** Requests of one organisation. */
export const clientOf = async ({ app, identity }: ExportHarness, organisation = 'org_a') => {
  const bearer = await identity.bearer({ organisation });
  const get = (path: string, headers: Record<string, string> = {}) =>
    request(app).get(path).set('Authorization', bearer).set(headers);
  const post = (path: string, body: object) =>
    request(app).post(path).set('Authorization', bearer).send(body);
  return {
    get,
    post,
    delete: (path: string) => request(app).delete(path).set('Authorization', bearer),
    export: (body: object) => post('/v1/tokens/export', body),
    async palette(body: object = { base_color: '#336699' }): Promise<string> {
      const made = await post('/v1/palettes', body);
      if (made.status !== 201) throw new Error(`No palette: ${made.text}`);
      return made.body.data.id as string;
    },
    /** Waits until an export has ended, and answers with it. */
    async ended(id: string) {
      for (let turn = 0; turn < 20; turn += 1) {
        const { body } = await get(`/v1/tokens/${id}/status?wait=2`);
        if (body.data?.status === 'completed' || body.data?.status === 'failed') return body.data;
      }
      throw new Error(`The export ${id} does not end.`);
    },
  };
};

export type ExportClient = Awaited<ReturnType<typeof clientOf>>;
