import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createDatabase, loadSecret, readFromReplica, watchWrites } from '@platform/database';
import { createHealth } from '@platform/http';
import { createIdentityVerifier } from '@platform/identity';
import { createConfiguredMailer } from '@platform/mailer';
import { lazyPages } from '@platform/pages';
import { comesLater, createMetrics, listen, provideLater, runProcess } from '@platform/runtime';
import type { ProcessContext, RunningProcess } from '@platform/runtime';

import { createApp } from './app.ts';
import { configVariables } from './config.ts';
import type { Config } from './config.ts';
import { createGeoLookup } from './geo/geo-lookup.ts';

const start = async ({ config, logger }: ProcessContext<Config>): Promise<RunningProcess> => {
  const pool = { url: config.DATABASE_URL, schema: 'analytics', poolSize: config.DATABASE_POOL };
  const database = createDatabase(pool);
  const reading =
    config.DATABASE_REPLICA_URL === undefined
      ? undefined
      : readFromReplica(database, {
          ...pool,
          replicaUrl: config.DATABASE_REPLICA_URL,
          maxLagSeconds: config.REPLICA_MAX_LAG_SECONDS,
          onChange(isUsed, reason) {
            if (isUsed) logger.info('reading statistics from the replica');
            else logger.warn({ err: reason }, 'reading statistics from the primary, not from the replica');
          },
        });
  const writes = watchWrites(database);
  const health = createHealth({ database: writes.check });
  health.watch('writes', writes.canWrite);
  if (reading) health.watch('replica', () => reading.isUsed());
  const mailer = createConfiguredMailer(config, 'statistics');
  logger.info({ to: mailer.destination }, 'e-mail digests go here');
  // `npm start` installs what builds them when somebody first asks.
  const statisticsPages = lazyPages(
    'statistics',
    config.PAGES_DIRECTORY,
    join(config.DATA_DIR ?? tmpdir(), 'console'),
    () => provideLater('console'),
  );
  if (!comesLater('console'))
    statisticsPages().catch((error: unknown) => {
      logger.warn({ err: error }, 'the statistics pages are not built');
    });
  const app = createApp({
    database: reading?.database ?? database,
    databaseUrl: config.DATABASE_URL,
    replica:
      config.DATABASE_REPLICA_URL === undefined
        ? undefined
        : {
            url: config.DATABASE_REPLICA_URL,
            maxLagSeconds: config.REPLICA_MAX_LAG_SECONDS,
          },
    identity: await createIdentityVerifier({
      publicKey: config.IDENTITY_PUBLIC_KEY,
      audience: 'analytics',
      maxAgeSeconds: config.IDENTITY_MAX_AGE_SECONDS,
    }),
    pageSecret: await loadSecret(database, 'pages', (error) => {
      logger.warn({ err: error }, 'waiting for PostgreSQL');
    }),
    writes,
    geo: await createGeoLookup(config.GEO_DATABASE),
    statisticsPages,
    mailer,
    ownerEmail: config.OWNER_EMAIL,
    logger,
    metrics: createMetrics({ service: 'analytics' }),
    publicUrl: config.PUBLIC_URL,
    trackerPath: config.TRACKER_PATH,
    collectPath: config.COLLECT_PATH,
    collectQueue: config.COLLECT_QUEUE,
    trustProxy: config.TRUST_PROXY,
    health,
  });
  const server = await listen(app.listener, { port: config.PORT, host: config.HOST });
  logger.info({ port: server.port }, 'analytics is listening');
  for (const job of app.jobs) job.start();
  return {
    closing: [
      ['health', health.drain],
      ['drain', () => server.drain(config.DRAIN_SECONDS * 1000)],
      ['server', () => server.close()],
      ...app.closing,
      ['replica', () => reading?.close()],
      ['database', () => database.destroy()],
    ],
  };
};

await runProcess({ name: 'analytics', variables: configVariables, environment: process.env }, start);
