import type { Database } from '@platform/database';
import { createGuard } from '@platform/guard';
import type { QueueBackend } from '@platform/queue';
import type { Logger, Metrics, ShutDownStep } from '@platform/runtime';

import { createAuditPool } from '../audit/audit-pool.ts';
import { createPageGatherer } from './gather-page.ts';
import { createReportGenerator } from './generate-report.ts';
import { createGenerationMetrics } from './generation-metrics.ts';
import { createGenerationQueue, startGenerationWorker } from './generation-queue.ts';
import { createGenerationService } from './generation-service.ts';
import { createGenerationStore } from './generation-store.ts';
import { startSweeper } from './start-sweeper.ts';

export interface GenerationOptions {
  database: Database;
  backend: QueueBackend;
  logger: Logger;
  metrics: Metrics;
  /** URLs generated at once. */
  concurrency: number;
  /** Threads that parse and audit. */
  auditThreads: number;
  /** Private addresses and CIDRs that may be reported on. */
  allow: readonly string[];
  /** Requests a second to one host in the long run. */
  hostRequestsPerSecond: number;
  /** Base of public addresses; tells the owners of sites who asks. */
  publicUrl: string;
  /** Milliseconds between looks for forgotten reports. */
  sweepInterval?: number;
}

const SWEEP_INTERVAL = 5000;
/** One report asks up to about 170 questions, most of them to one host. */
const HOST_BURST = 400;

/** Starts the worker that generates reports, in whichever process. @returns how to end it, in order */
export const startGeneration = (options: GenerationOptions): ShutDownStep[] => {
  const { database, backend, logger, concurrency, publicUrl, sweepInterval = SWEEP_INTERVAL } = options;
  const guard = createGuard({
    allow: options.allow,
    userAgent: `PlatformReports/1.0 (+${publicUrl}/r/checks)`,
    hostLimits: { perSecond: options.hostRequestsPerSecond, burst: HOST_BURST },
  });
  const pool = createAuditPool({ size: options.auditThreads });
  const gather = createPageGatherer({ guard, discover: (html, url) => pool.discover(html, url) });
  const generation = createGenerationService({
    store: createGenerationStore(database),
    queue: createGenerationQueue(backend),
    generate: createReportGenerator({ gather, audit: (artifacts) => pool.audit(artifacts) }),
    logger,
    observe: createGenerationMetrics(options.metrics),
  });
  startGenerationWorker(backend, (url) => generation.process(url), concurrency);
  const sweeper = startSweeper(() => generation.sweep(), sweepInterval, logger);

  return [
    ['sweeper', () => sweeper.stop()],
    ['generation queue', () => backend.close()],
    ['audit threads', () => pool.close()],
    ['guard', () => guard.close()],
  ];
};
