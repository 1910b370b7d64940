import type { Database } from '@platform/database';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import { createCheckRegistry } from '../checks/registry.ts';
import type { CredentialVault } from '../credentials/credential-vault.ts';
import type { CrawlQueue } from './crawl-queue.ts';
import { createSiteHistoryStore } from './site-history-store.ts';
import { createSiteProblemsStore } from './site-problems-store.ts';
import { createSiteSchedulesStore } from './site-schedules-store.ts';
import { createSitesService } from './sites-service.ts';
import type { SitesService } from './sites-service.ts';
import { createSitesStore } from './sites-store.ts';

export interface SitesDeps {
  readonly database: Database;
  readonly crawls: Pick<CrawlQueue, 'enqueue'>;
  /** Parses a URL and checks that crawls may reach it. @throws GuardError `blocked` */
  readonly checkUrl: (url: string) => URL;
  readonly vault: Pick<CredentialVault, 'change'>;
  readonly logger: Logger;
}

const EVERY_MILLISECONDS = 30_000;

/** The sites, and the job that crawls those that are due. */
export const createSites = (deps: SitesDeps): { sites: SitesService; job: RepeatingJob } => {
  const { database, crawls, checkUrl, vault, logger } = deps;
  const sites = createSitesService({
    store: createSitesStore(database),
    schedules: createSiteSchedulesStore(database),
    history: createSiteHistoryStore(database),
    problems: createSiteProblemsStore(database),
    queue: crawls,
    checkUrl,
    vault,
    metas: new Map(createCheckRegistry().checks.map(({ meta }) => [meta.id, meta])),
    logger,
  });
  const job = createRepeatingJob({
    name: 'crawling sites by their schedules',
    run: () => sites.runDue(),
    everyMilliseconds: EVERY_MILLISECONDS,
    firstAfterMilliseconds: EVERY_MILLISECONDS,
    logger,
  });
  return { sites, job };
};
