import type { RequestListener } from 'node:http';
import { createNotifiedWaits } from '@platform/database';
import { createQueueConnections, migrateQueues, queueBackend } from '@platform/queue';
import { createMetrics, silentLogger } from '@platform/runtime';
import type { Metrics } from '@platform/runtime';
import { createTestDatabase, createTestIdentity, holdToContract } from '@platform/testing';
import type { TestDatabase, TestIdentity } from '@platform/testing';
import { Worker } from 'bullmq';
import request from 'supertest';
import { createApp } from '../../src/app.ts';
import { formats } from '../../src/formats/registry.ts';
import { createExportProcessor, createExportCleanup } from '../../src/exports/export-processor.ts';
import type { ExportProcessorDeps, ExportCleanup } from '../../src/exports/export-processor.ts';
import { createExportCleanupStore } from '../../src/exports/export-cleanup-store.ts';
import { createExportsQueue, EXPORTS_QUEUE } from '../../src/exports/exports-queue.ts';
import type { ExportsQueue } from '../../src/exports/exports-queue.ts';
import { createExportsStore, EXPORTS_CHANNEL } from '../../src/exports/exports-store.ts';
import type { ExportsStore } from '../../src/exports/exports-store.ts';
import { createWorkerMetrics } from '../../src/exports/worker-metrics.ts';

/** Longer than any test takes: nothing is idle by itself. */
const IDLE_SECONDS = 3_600;

export interface ExportHarness {
  app: RequestListener;
  database: TestDatabase;
  identity: TestIdentity;
  cleanup: ExportCleanup;
  /** As if unfinished exports had been idle for so long that the cleanup takes them up. */
  letIdle(): Promise<void>;
  queue: ExportsQueue;
  store: ExportsStore;
  workerMetrics: Metrics;
  serviceMetrics: Metrics;
  /** Makes a worker's processor of one export; its parts may be replaced to cause faults. */
  processor(parts?: Partial<ExportProcessorDeps>): ReturnType<typeof createExportProcessor>;
  /** Starts a worker in this process. */
  startWorker(parts?: Partial<ExportProcessorDeps>): { close(): Promise<void> };
  close(): Promise<void>;
}

/**
 * Starts the service's app and the parts of its worker, on a separate database with the queue in
 * PostgreSQL.
 */
export const createExportHarness = async (options: { lifetime?: number } = {}): Promise<ExportHarness> => {
  const database = await createTestDatabase({
    schema: 'palette',
    migrations: new URL('../../migrations/', import.meta.url),
  });
  await migrateQueues(database.url, 'palette_queue');
  const identity = await createTestIdentity('palette');
  const logger = silentLogger();
  const connections = createQueueConnections({ databaseUrl: database.url, schema: 'palette_queue' });
  const queue = createExportsQueue(connections, logger);
  const workers: { close(): Promise<void> }[] = [];
  const waiters = createNotifiedWaits({ url: database.url, channel: EXPORTS_CHANNEL });
  const workerMetrics = createMetrics({ service: 'palette-worker', withProcess: false });
  const serviceMetrics = createMetrics({ service: 'palette', withProcess: false });
  const cleanupStore = createExportCleanupStore(database.database);
  const metrics = createWorkerMetrics({ registry: workerMetrics, backlog: () => cleanupStore.backlog() });
  const store = createExportsStore(database.database);
  const processor = (parts: Partial<ExportProcessorDeps> = {}) =>
    createExportProcessor({ store, formats, metrics, logger, ...parts });
  return {
    app: holdToContract(
      createApp({
        pages: () => Promise.reject(new Error('There are none.')),
        database: database.database,
        identity: identity.verifier,
        logger,
        metrics: serviceMetrics,
        secret: Buffer.alloc(32, 7),
        publicUrl: 'https://api.example.com',
        trustProxy: 0,
        fetchImage: () => Promise.reject(new Error('These suites fetch no image.')),
        fetchStyles: () => Promise.reject(new Error('These suites fetch no page.')),
        exports: { queue, waiters, lifetime: options.lifetime ?? 3_600 },
      }),
    ),
    database,
    identity,
    queue,
    store,
    cleanup: createExportCleanup({ store: cleanupStore, queue, metrics, logger, idleSeconds: IDLE_SECONDS }),
    async letIdle() {
      await database.database.raw('UPDATE exports SET touched_at = touched_at - make_interval(secs => ?)', [
        IDLE_SECONDS + 1,
      ]);
    },
    workerMetrics,
    serviceMetrics,
    processor,
    startWorker(parts) {
      const process = processor(parts);
      const worker = new Worker(
        EXPORTS_QUEUE,
        (job) => process({ id: job.id ?? '', isLast: job.attemptsMade + 1 >= (job.opts.attempts ?? 1) }),
        { connection: connections.worker },
        queueBackend,
      );
      worker.on('error', () => undefined);
      workers.push(worker);
      return worker;
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      await queue.close();
      await connections.close();
      await waiters.close();
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
      for (let turn = 0; turn < 60; turn += 1) {
        const { body } = await get(`/v1/tokens/${id}/status?wait=2`);
        if (body.data?.status === 'completed' || body.data?.status === 'failed') return body.data;
      }
      throw new Error(`The export ${id} does not end.`);
    },
  };
};

export type ExportClient = Awaited<ReturnType<typeof clientOf>>;
