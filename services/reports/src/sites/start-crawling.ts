import type { Database } from '@platform/database';
import { createGuard } from '@platform/guard';
import type { QueueConnections } from '@platform/queue';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, ShutDownStep } from '@platform/runtime';
import { createAuditPool } from '../audit/audit-pool.ts';
import { createCheckRegistry } from '../checks/registry.ts';
import type { BrowserHost } from '../browser/browser-host.ts';
import type { CredentialVault } from '../credentials/credential-vault.ts';
import { createHostBudgetsStore, createSharedHostLimiter } from '../host-limits/host-budgets-store.ts';
import { startCrawlWorker } from './crawl-queue.ts';
import type { CrawlQueue } from './crawl-queue.ts';
import { createCrawlOutcomes, createCrawlService } from './crawl-service.ts';
import { createCrawlStore } from './crawl-store.ts';
import { createPageRenderer, createPageVisitor } from './visit-page.ts';
import { createSiteHistoryStore } from './site-history-store.ts';
import { createSiteProblemsStore } from './site-problems-store.ts';

export interface CrawlingOptions {
  database: Database;
  connections: QueueConnections;
  queue: CrawlQueue;
  onQueueError: (error: Error) => void;
  logger: Logger;
  vault: Pick<CredentialVault, 'open'>;
  /** Private addresses and CIDRs that crawls may reach. */
  allow: readonly string[];
  /** Requests a second to one site, in the long run. */
  requestsPerSecond: number;
  /** Renders the sample of a crawl. */
  browser: Pick<BrowserHost, 'render'> | undefined;
  /** Base of public addresses; the User-Agent links to it, so that site owners see who asks. */
  publicUrl: string;
  /** Milliseconds between recoveries of sites that nobody crawls. */
  recoveryInterval?: number;
  sliceMilliseconds?: number;
}

/** A dead worker's claim expires after 8 seconds, and its site is taken over soon after. */
const RECOVERY_INTERVAL = 2_000;
/** Sites that one process crawls at once, beside its reports. */
const CONCURRENCY = 2;

/** Starts crawling sites in this process. @returns the steps that stop it, in order */
export const startCrawling = (options: CrawlingOptions): ShutDownStep[] => {
  const { database, queue, browser, logger, recoveryInterval = RECOVERY_INTERVAL } = options;
  const guard = createGuard({
    allow: options.allow,
    userAgent: `PlatformReports/1.0 (+${options.publicUrl}/r/checks)`,
    hostLimiter: createSharedHostLimiter(
      createHostBudgetsStore(database, 'sites'),
      { perSecond: options.requestsPerSecond, burst: 10 },
      logger,
    ),
  });
  const pool = createAuditPool({ size: 1 });
  const crawling = createCrawlService({
    store: createCrawlStore(database),
    queue,
    guard,
    vault: options.vault,
    outcomes: createCrawlOutcomes({
      history: createSiteHistoryStore(database),
      problems: createSiteProblemsStore(database),
      rules: createCheckRegistry().version,
    }),
    visit: createPageVisitor({ survey: (artifacts) => pool.survey(artifacts) }),
    renderPage:
      browser &&
      createPageRenderer({
        render: (url, bound) => browser.render(url, bound),
        survey: (artifacts) => pool.survey(artifacts),
      }),
    requestsPerSecond: options.requestsPerSecond,
    logger,
    ...(options.sliceMilliseconds === undefined ? {} : { sliceMilliseconds: options.sliceMilliseconds }),
  });
  const worker = startCrawlWorker(
    options.connections,
    () => crawling.process(),
    CONCURRENCY,
    options.onQueueError,
  );
  const recovery = createRepeatingJob({
    name: 'recovering sites that nobody crawls',
    run: () => crawling.recoverStalled(),
    everyMilliseconds: recoveryInterval,
    firstAfterMilliseconds: recoveryInterval,
    logger,
  });
  recovery.start();

  return [
    ['recovery of sites', () => recovery.stop()],
    ['crawl worker', () => worker.close()],
    ['crawl threads', () => pool.close()],
    ['crawl guard', () => guard.close()],
  ];
};
