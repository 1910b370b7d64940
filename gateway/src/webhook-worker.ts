import { createDatabase, loadSecret } from '@platform/database';
import { createGuard } from '@platform/guard';
import { createHealth, createProbeApp } from '@platform/http';
import { createIdentitySigner, identityKeyFrom } from '@platform/identity';
import { createMetrics, listen, runProcess, versionsName } from '@platform/runtime';
import type { ProcessContext, RunningProcess } from '@platform/runtime';
import { addressName, forEachArea, targetsIn } from './routing-table.ts';
import { WEBHOOK_WORKER } from './status/status-service.ts';
import { workerVariables } from './config.ts';
import type { WorkerConfig } from './config.ts';
import { startWebhookJobs } from './webhooks/start-webhook-jobs.ts';

const start = async ({ config, logger }: ProcessContext<WorkerConfig>): Promise<RunningProcess> => {
  const database = createDatabase({
    url: config.DATABASE_URL,
    schema: 'gateway',
    poolSize: config.DATABASE_POOL,
    // By this the gateway tells operators who works, and what each one runs.
    applicationName: `${WEBHOOK_WORKER}:w:${versionsName()}:${process.pid}`,
  });
  const privateKey =
    config.IDENTITY_PRIVATE_KEY ??
    identityKeyFrom(
      await loadSecret(database, 'identity-key', (error) => {
        logger.warn({ err: error }, 'waiting for PostgreSQL');
      }),
    );
  const guard = createGuard({ allow: config.GUARD_ALLOW, userAgent: 'PlatformWebhooks/1.0' });
  const jobs = startWebhookJobs({
    database,
    databaseUrl: config.DATABASE_URL,
    signer: await createIdentitySigner({ privateKey }),
    guard,
    targets: forEachArea((area) => targetsIn(config[addressName(area)])),
    leaseSeconds: config.WEBHOOK_LEASE_SECONDS,
    logger,
  });
  const metrics = createMetrics({ service: 'webhook-worker' });
  const health = createHealth({ database: () => database.raw('SELECT 1') });
  const server = await listen(createProbeApp({ health, metrics, logger }), {
    port: config.PORT,
    host: config.HOST,
  });
  logger.info({ port: server.port }, 'webhook worker ready');

  return {
    closing: [
      ['health', health.drain],
      ['jobs', () => Promise.all(jobs.map((job) => job.stop())).then(() => undefined)],
      ['guard', () => guard.close()],
      ['server', () => server.close()],
      ['database', () => database.destroy()],
    ],
  };
};

await runProcess({ name: 'webhook-worker', variables: workerVariables, environment: process.env }, start);
