import type { Database } from '@platform/database';
import { createServiceApp, managementDialect } from '@platform/http';
import type { Health } from '@platform/http';
import type { IdentityVerifier } from '@platform/identity';
import { createAttemptLimiter, createPageAccess, createTokenSigner, hashPassword } from '@platform/pages';
import type { QueueBackend } from '@platform/queue';
import type { Logger, Metrics } from '@platform/runtime';
import type { Express } from 'express';

import { createGenerationQueue } from './generation/generation-queue.ts';
import type { GenerationSignals } from './generation/generation-signals.ts';
import { createCheckRegistry } from './checks/registry.ts';
import { createReportPageRouter } from './report-page/report-page-router.ts';
import { createReportsRouter } from './reports/reports-router.ts';
import { createReportsService } from './reports/reports-service.ts';
import { createReportsStore } from './reports/reports-store.ts';
import { createRunsRouter } from './runs/runs-router.ts';
import { createRunsService } from './runs/runs-service.ts';
import { createRunsStore } from './runs/runs-store.ts';

export interface AppDeps {
  database: Database;
  backend: QueueBackend;
  signals: GenerationSignals;
  /** Reads a URL that a client gave. @throws GuardError `blocked` */
  checkUrl: (url: string) => Promise<URL>;
  identity: IdentityVerifier;
  /** 32 bytes that sign cookies and links. */
  pageSecret: Buffer;
  publicUrl: string;
  resultWaitSeconds: number;
  trustProxy: number;
  logger: Logger;
  metrics: Metrics;
  health: Health;
}

/** Puts the service together. */
export const createApp = (deps: AppDeps): Express => {
  const { database, publicUrl, logger } = deps;
  const access = createPageAccess({
    signer: createTokenSigner(deps.pageSecret),
    attempts: createAttemptLimiter(),
    secureCookies: publicUrl.startsWith('https:'),
  });
  const reportsStore = createReportsStore(database);
  const runsStore = createRunsStore(database);
  const reports = createReportsService({
    store: reportsStore,
    runs: runsStore,
    queue: createGenerationQueue(deps.backend),
    signals: deps.signals,
    checkUrl: deps.checkUrl,
    hashPassword,
    logger,
  });
  const runs = createRunsService({ store: runsStore, reports: reportsStore });

  return createServiceApp({
    title: 'Page reports',
    description: 'Rates pages on search engines, performance, security and content.',
    dialect: managementDialect,
    routers: [
      createReportsRouter({ reports, access, publicUrl, resultWait: deps.resultWaitSeconds * 1000 }),
      createRunsRouter({ runs }),
    ],
    pages: [
      createReportPageRouter({
        reports,
        runs: runsStore,
        access,
        identity: deps.identity,
        registry: createCheckRegistry(),
        logger,
      }),
    ],
    identity: deps.identity,
    logger,
    metrics: deps.metrics,
    health: deps.health,
    trustProxy: deps.trustProxy,
  });
};
