import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createDatabase, createNotifiedWaits, loadSecret, watchWrites } from '@platform/database';
import { createGuard } from '@platform/guard';
import { createHealth } from '@platform/http';
import { createIdentityVerifier } from '@platform/identity';
import { lazyPages } from '@platform/pages';
import { createQueueConnections } from '@platform/queue';
import { comesLater, createMetrics, listen, provideLater, runProcess } from '@platform/runtime';
import type { ProcessContext, RunningProcess } from '@platform/runtime';

import { createApp } from './app.ts';
import { configVariables } from './config.ts';
import type { Config } from './config.ts';
import { createFetchImage } from './images/fetch-image.ts';
import { createFetchStyles } from './imports/fetch-styles.ts';
import { createExportsQueue } from './exports/exports-queue.ts';
import { EXPORTS_CHANNEL } from './exports/exports-store.ts';

const start = async ({ config, logger }: ProcessContext<Config>): Promise<RunningProcess> => {
  const database = createDatabase({
    url: config.DATABASE_URL,
    schema: 'palette',
    poolSize: config.DATABASE_POOL,
  });
  const writes = watchWrites(database);
  const health = createHealth({ database: writes.check });
  health.watch('writes', writes.canWrite);
  const connections = createQueueConnections({
    redisUrl: config.REDIS_URL,
    databaseUrl: config.DATABASE_URL,
    schema: 'palette_queue',
    mayLose: true,
  });
  const queue = createExportsQueue(connections, logger);
  const waiters = createNotifiedWaits({
    url: config.DATABASE_URL,
    channel: EXPORTS_CHANNEL,
    onError: (error) => {
      logger.warn({ err: error }, 'the listener for finished exports lost its connection; reconnecting');
    },
  });
  const guard = createGuard({ allow: config.GUARD_ALLOW, userAgent: 'PlatformPalette/1.0' });
  // `npm start` installs what builds them when somebody first asks.
  const pages = lazyPages('palette', config.PAGES_DIRECTORY, join(tmpdir(), 'platform-pages'), () =>
    provideLater('console'),
  );
  if (!comesLater('console'))
    pages().catch((error: unknown) => {
      logger.warn({ err: error }, 'the pages of palettes and themes are not built');
    });
  const app = createApp({
    database,
    identity: await createIdentityVerifier({
      publicKey: config.IDENTITY_PUBLIC_KEY,
      audience: 'palette',
      maxAgeSeconds: config.IDENTITY_MAX_AGE_SECONDS,
    }),
    logger,
    metrics: createMetrics({ service: 'palette' }),
    secret: await loadSecret(database, 'links', (error) => {
      logger.warn({ err: error }, 'waiting for PostgreSQL');
    }),
    publicUrl: config.PUBLIC_URL,
    trustProxy: config.TRUST_PROXY,
    exports: { queue, waiters, lifetime: config.EXPORT_LIFETIME_SECONDS },
    health,
    fetchImage: createFetchImage(guard),
    fetchStyles: createFetchStyles(guard),
    pages,
  });
  const server = await listen(app, { port: config.PORT, host: config.HOST });
  logger.info({ port: server.port }, 'palette is listening');
  return {
    closing: [
      ['health', health.drain],
      ['drain', () => server.drain(config.DRAIN_SECONDS * 1000)],
      ['server', () => server.close()],
      ['guard', () => guard.close()],
      ['queue', () => queue.close()],
      ['queue connections', () => connections.close()],
      ['waits', () => waiters.close()],
      ['database', () => database.destroy()],
    ],
  };
};

await runProcess({ name: 'palette', variables: configVariables, environment: process.env }, start);
