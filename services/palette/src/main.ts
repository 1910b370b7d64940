import { createDatabase, createListener, loadSecret } from '@platform/database';
import { createHealth } from '@platform/http';
import { createIdentityVerifier } from '@platform/identity';
import { createQueueBackend } from '@platform/queue';
import { createMetrics, listen, runProcess } from '@platform/runtime';
import type { ProcessContext, RunningProcess } from '@platform/runtime';

import { createApp } from './app.ts';
import { configVariables } from './config.ts';
import type { Config } from './config.ts';
import { createExportWaiters } from './tokens/export-waiters.ts';
import { createTokensQueue } from './tokens/tokens-queue.ts';
import { EXPORTS_CHANNEL } from './tokens/tokens-store.ts';

const start = async ({ config, logger }: ProcessContext<Config>): Promise<RunningProcess> => {
  const database = createDatabase({
    url: config.DATABASE_URL,
    schema: 'palette',
    poolSize: config.DATABASE_POOL,
  });
  const health = createHealth({ database: () => database.raw('SELECT 1').then(() => undefined) });
  const onError = (error: unknown): void => {
    logger.warn({ err: error }, 'a connection for exports met a fault; it is made again');
  };
  const queues = createQueueBackend({
    redisUrl: config.REDIS_URL,
    databaseUrl: config.DATABASE_URL,
    schema: 'palette_queue',
    onError,
  });
  const waiters = createExportWaiters();
  const exportNews = createListener({
    url: config.DATABASE_URL,
    channel: EXPORTS_CHANNEL,
    onNotification: (id) => {
      waiters.wake(id);
    },
    onConnect: () => {
      waiters.wakeAll();
    },
    onError,
  });
  const app = createApp({
    database,
    identity: await createIdentityVerifier({ publicKey: config.IDENTITY_PUBLIC_KEY, audience: 'palette' }),
    logger,
    metrics: createMetrics({ service: 'palette' }),
    secret: await loadSecret(database, 'links'),
    publicUrl: config.PUBLIC_URL,
    trustProxy: config.TRUST_PROXY,
    exports: { queue: createTokensQueue(queues, logger), waiters, lifetime: config.EXPORT_LIFETIME_SECONDS },
    health,
  });
  const server = await listen(app, { port: config.PORT, host: config.HOST });
  logger.info({ port: server.port }, 'palette is listening');
  return {
    closing: [
      ['health', health.drain],
      ['server', () => server.close()],
      ['queues', () => queues.close()],
      ['exports', () => exportNews.close()],
      ['database', () => database.destroy()],
    ],
  };
};

await runProcess({ name: 'palette', variables: configVariables, environment: process.env }, start);
