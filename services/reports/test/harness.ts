import { tmpdir } from 'node:os';

import { createNotifiedWaits } from '@platform/database';
import { createGuard } from '@platform/guard';
import { createHealth } from '@platform/http';
import { createMailer } from '@platform/mailer';
import { loadPages } from '@platform/pages';
import { createQueueConnections, migrateQueues } from '@platform/queue';
import { createMetrics, silentLogger } from '@platform/runtime';
import { createTestDatabase, createTestIdentity, holdToContract } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';
import request from 'supertest';

import { createSecretBox } from '../src/credentials/secret-box.ts';
import { createApp } from '../src/app.ts';
import { createBrowserHost } from '../src/browser/browser-host.ts';
import type { BrowserHost } from '../src/browser/browser-host.ts';
import { createCredentialVault } from '../src/credentials/credential-vault.ts';
import { createGenerationQueue } from '../src/generation/generation-queue.ts';
import { GENERATED_CHANNEL } from '../src/generation/generation-store.ts';
import { startGeneration } from '../src/generation/start-generation.ts';
import { createCrawlQueue } from '../src/sites/crawl-queue.ts';
import { createSites, createRegressions } from '../src/features.ts';
import { startCrawling } from '../src/sites/start-crawling.ts';

export const PUBLIC_URL = 'https://reports.example';

export const openTestDatabase = async (): Promise<TestDatabase> => {
  const database = await createTestDatabase({
    schema: 'reports',
    migrations: new URL('../migrations/', import.meta.url),
  });
  await migrateQueues(database.url, 'reports_queue');
  return database;
};

/** Starts the service as `main.ts` does, with a worker inside unless told otherwise. */
export const startService = async (
  database: TestDatabase,
  options: {
    redisUrl?: string;
    worker?: boolean;
    resultWaitSeconds?: number;
    recoveryInterval?: number;
    /** Keys that seal the credentials of staging sites. */
    keys?: readonly Buffer[];
    /** Where names lead. */
    resolveHost?: (name: string) => Promise<string[]>;
    /** Milliseconds of a slice of a crawl. */
    crawlSlice?: number;
    /** The mail server; a folder of the system's temporary one unless given. */
    smtpUrl?: string;
    ownerEmail?: string;
    /** Milliseconds since 1970, for e-mails. */
    now?: () => number;
  } = {},
) => {
  const logger = silentLogger();
  const metrics = createMetrics({ service: 'reports', withProcess: false });
  const onQueueError = (): void => undefined;
  const connections = createQueueConnections({
    redisUrl: options.redisUrl,
    databaseUrl: database.url,
    schema: 'reports_queue',
  });
  const queue = createGenerationQueue(connections, onQueueError);
  const crawls = createCrawlQueue(connections, onQueueError);
  const signals = createNotifiedWaits({ url: database.url, channel: GENERATED_CHANNEL });
  const { resolveHost } = options;
  const guard = createGuard({
    allow: ['127.0.0.1'],
    userAgent: 'test',
    ...(resolveHost === undefined ? {} : { resolveHost }),
  });
  const identity = await createTestIdentity('reports');
  const keys = options.keys ?? [Buffer.alloc(32, 7)];
  const vault = createCredentialVault(keys.length > 0 ? createSecretBox(keys) : null);
  // The pages are ours. In Docker’s containers there is no sandbox, which the browser otherwise starts in.
  const browser = createBrowserHost({ guard, env: process.env, logger, isContained: true });
  const pageSecret = Buffer.alloc(32, 1);
  const mailer = createMailer({
    smtpUrl: options.smtpUrl,
    folder: tmpdir(),
    from: 'reports@reports.example',
  });
  const { sites } = createSites({
    database: database.database,
    crawls,
    checkUrl: (url) => guard.check(url),
    vault,
    logger,
  });
  const built = await loadPages('reports');
  const pages = () => Promise.resolve(built);
  const regressions = createRegressions({
    built: pages,
    database: database.database,
    sites,
    mailer,
    ownerEmail: options.ownerEmail,
    pageSecret,
    publicUrl: PUBLIC_URL,
    logger,
    ...(options.now === undefined ? {} : { now: options.now }),
  });
  const service = createApp({
    database: database.database,
    queue,
    crawls,
    signals,
    checkUrl: (url) => guard.check(url),
    vault,
    print: (markup) => browser.print(markup),
    pages,
    identity: identity.verifier,
    pageSecret,
    regressions,
    ownerEmail: options.ownerEmail,
    publicUrl: PUBLIC_URL,
    // Long, for a busy machine: what is asserted is the result, not how soon it comes.
    resultWaitSeconds: options.resultWaitSeconds ?? 45,
    renderByDefault: false,
    trustProxy: 0,
    logger,
    metrics,
    health: createHealth({}),
  });
  const app = holdToContract(service);
  const workers: { end(): Promise<void> }[] = [];
  const startWorker = () => {
    let rendering: BrowserHost | undefined;
    const steps = startGeneration({
      onBrowser: (started) => {
        rendering = started;
      },
      database: database.database,
      connections,
      queue,
      onQueueError,
      logger,
      metrics: createMetrics({ service: 'reports-worker', withProcess: false }),
      isContained: true,
      vault,
      concurrency: 4,
      env: process.env,
      renderer: undefined,
      auditThreads: 1,
      allow: ['127.0.0.1'],
      hostRequestsPerSecond: 100_000,
      publicUrl: PUBLIC_URL,
      recoveryInterval: options.recoveryInterval ?? 60_000,
    });
    const crawling = startCrawling({
      browser: rendering,
      database: database.database,
      connections,
      queue: crawls,
      onQueueError,
      logger,
      vault,
      allow: ['127.0.0.1'],
      requestsPerSecond: 1000,
      publicUrl: PUBLIC_URL,
      recoveryInterval: options.recoveryInterval ?? 60_000,
      ...(options.crawlSlice === undefined ? {} : { sliceMilliseconds: options.crawlSlice }),
    });
    const worker = {
      async end() {
        for (const [, end] of crawling) await end();
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
    /** Sends the e-mails that are due. */
    sendMails: () => regressions.run(),
    /** Crawls the sites that are due. */
    crawlDue: () => sites.runDue(),
    /** Sends requests as a key of an organisation. */
    client(organisation: string, scopes: readonly string[] = ['*']) {
      const send = async (
        method: 'get' | 'post' | 'put' | 'delete' | 'patch',
        path: string,
        body?: object | string,
        headers: Record<string, string> = {},
      ) => {
        const test = request(app)
          [method](`/api/v1${path}`)
          // A new one each time: an identity lives for a minute, a suite may for longer.
          .set({
            Authorization: await identity.bearer({ organisation, scopes }),
            Accept: 'application/json',
            ...headers,
          });
        if (typeof body === 'object') void test.type('form');
        return body === undefined ? test : test.send(body);
      };
      return Promise.resolve({
        get: (path: string, headers?: Record<string, string>) => send('get', path, undefined, headers),
        post: (path: string, body?: object | string, headers?: Record<string, string>) =>
          send('post', path, body, headers),
        put: (path: string, body?: object | string, headers?: Record<string, string>) =>
          send('put', path, body, headers),
        delete: (path: string) => send('delete', path),
        patch: (path: string, body?: object) => send('patch', path, body),
      });
    },
    async close() {
      for (const worker of workers) await worker.end();
      await browser.close();
      mailer.close();
      await queue.close();
      await crawls.close();
      await connections.close();
      await signals.close();
      await guard.close();
    },
  };
};
export type TestClient = Awaited<ReturnType<Awaited<ReturnType<typeof startService>>['client']>>;
export type TestService = Awaited<ReturnType<typeof startService>>;
