import { createListener } from '@platform/database';
import { createGuard } from '@platform/guard';
import { createHealth } from '@platform/http';
import { createQueueBackend, migrateQueues } from '@platform/queue';
import { createMetrics, silentLogger } from '@platform/runtime';
import { createContract, createTestDatabase, createTestIdentity } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';
import request from 'supertest';

import { createApp } from '../src/app.ts';
import { createGenerationSignals } from '../src/generation/generation-signals.ts';
import { GENERATED_CHANNEL } from '../src/generation/generation-store.ts';
import { startGeneration } from '../src/generation/start-generation.ts';

export const PUBLIC_URL = 'https://reports.example';

export const openTestDatabase = async (): Promise<TestDatabase> => {
  const database = await createTestDatabase({
    schema: 'reports',
    migrations: new URL('../migrations/', import.meta.url),
  });
  await migrateQueues(database.url, 'reports_queue');
  return database;
};

/** The service as `main.ts` puts it together, with a worker inside unless told otherwise. */
export const startService = async (
  database: TestDatabase,
  options: { redisUrl?: string; worker?: boolean; resultWaitSeconds?: number; sweepInterval?: number } = {},
) => {
  const logger = silentLogger();
  const metrics = createMetrics({ service: 'reports', withProcess: false });
  const openBackend = () =>
    createQueueBackend({
      redisUrl: options.redisUrl,
      databaseUrl: database.url,
      schema: 'reports_queue',
      onError: () => undefined,
    });
  const backend = openBackend();
  const signals = createGenerationSignals();
  const listener = createListener({
    url: database.url,
    channel: GENERATED_CHANNEL,
    onNotification: (hash) => {
      signals.notify(hash);
    },
    onConnect: () => {
      signals.notifyAll();
    },
  });
  const guard = createGuard({ allow: ['127.0.0.1'], userAgent: 'test' });
  const identity = await createTestIdentity('reports');
  const app = createApp({
    database: database.database,
    backend,
    signals,
    checkUrl: (url) => guard.check(url),
    identity: identity.verifier,
    pageSecret: Buffer.alloc(32, 1),
    publicUrl: PUBLIC_URL,
    resultWaitSeconds: options.resultWaitSeconds ?? 10,
    trustProxy: 0,
    logger,
    metrics,
    health: createHealth({}),
  });
  const workers: { end(): Promise<void> }[] = [];
  const startWorker = () => {
    const steps = startGeneration({
      database: database.database,
      backend: openBackend(),
      logger,
      metrics: createMetrics({ service: 'reports-worker', withProcess: false }),
      concurrency: 4,
      auditThreads: 1,
      allow: ['127.0.0.1'],
      hostRequestsPerSecond: 100_000,
      publicUrl: PUBLIC_URL,
      sweepInterval: options.sweepInterval ?? 60_000,
    });
    const worker = {
      async end() {
        for (const [, end] of steps) await end();
      },
    };
    workers.push(worker);
    return worker;
  };
  if (options.worker !== false) startWorker();

  return {
    app,
    identity,
    startWorker,
    /** Sends requests as a key of an organisation, and holds each answer against the OpenAPI document. */
    async client(organisation: string, scopes: readonly string[] = ['*']) {
      const bearer = await identity.bearer({ organisation, scopes });
      const { body: document } = await request(app).get('/openapi.json');
      const contract = createContract(document as object);
      const send = async (
        method: 'get' | 'post' | 'put' | 'delete' | 'patch',
        path: string,
        body?: object | string,
        headers: Record<string, string> = {},
      ) => {
        const test = request(app)
          [method](`/api/v1${path}`)
          .set({ Authorization: bearer, Accept: 'application/json', ...headers });
        if (typeof body === 'object') void test.type('form');
        const response = await (body === undefined ? test : test.send(body));
        if (response.status < 500 && ![404, 405].includes(response.status))
          contract.check(method, `/api/v1${path}`, {
            status: response.status,
            body: response.body,
            type: response.type,
          });
        return response;
      };
      return {
        get: (path: string, headers?: Record<string, string>) => send('get', path, undefined, headers),
        post: (path: string, body?: object | string, headers?: Record<string, string>) =>
          send('post', path, body, headers),
        put: (path: string, body?: object | string, headers?: Record<string, string>) =>
          send('put', path, body, headers),
        delete: (path: string) => send('delete', path),
        patch: (path: string, body?: object) => send('patch', path, body),
      };
    },
    async close() {
      for (const worker of workers) await worker.end();
      await backend.close();
      await listener.close();
      await guard.close();
    },
  };
};
export type TestClient = Awaited<ReturnType<Awaited<ReturnType<typeof startService>>['client']>>;
export type TestService = Awaited<ReturnType<typeof startService>>;
