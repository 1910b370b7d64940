import type { Database, Waits } from '@platform/database';
import { createUnsubscribeLinks, createUnsubscribeRouter } from '@platform/mailer';
import type { Mailer } from '@platform/mailer';
import { createLinkSigner, createPageLinks, createPageLinksStore } from '@platform/page-access';
import type { Html, Language, Page } from '@platform/page-access';
import type { BuiltPages, ReportPages } from '@platform/pages';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import type { CredentialVault } from './credentials/credential-vault.ts';
import type { GenerationQueue } from './generation/generation-queue.ts';
import { createRunsStore } from './runs/runs-store.ts';
import { createReportsService } from './reports/reports-service.ts';
import type { ReportsService } from './reports/reports-service.ts';
import { createReportsStore } from './reports/reports-store.ts';
import { createSchedulesService } from './schedules/schedules-service.ts';
import type { SchedulesService } from './schedules/schedules-service.ts';
import { createSchedulesStore } from './schedules/schedules-store.ts';
import { createCheckRegistry } from './checks/registry.ts';
import type { CrawlQueue } from './sites/crawl-queue.ts';
import { createSiteHistoryStore } from './sites/site-history-store.ts';
import { createSiteProblemsStore } from './sites/site-problems-store.ts';
import { createSiteSchedulesStore } from './sites/site-schedules-store.ts';
import { createSitesService } from './sites/sites-service.ts';
import type { SitesService } from './sites/sites-service.ts';
import { createSitesStore, SITE_PAGE_LINKS } from './sites/sites-store.ts';
import { toPage } from './report-page/page-content.ts';
import { createRegressionsService } from './regressions/regressions-service.ts';
import type { RegressionsService } from './regressions/regressions-service.ts';
import { createRegressionsStore } from './regressions/regressions-store.ts';
import { createSiteMails } from './regressions/site-mails-service.ts';
import { createSiteMailsStore } from './regressions/site-mails-store.ts';

interface ReportsDeps {
  database: Database;
  queue: GenerationQueue;
  signals: Pick<Waits, 'wait'>;
  /** Parses and checks a client’s URL. @throws GuardError `blocked` */
  checkUrl: (url: string) => URL;
  vault: Pick<CredentialVault, 'change'>;
  logger: Logger;
}

/** The reports with their stores, for the API and for whatever generates them again. */
export const createReports = ({ database, queue, signals, checkUrl, vault, logger }: ReportsDeps) => {
  const reportsStore = createReportsStore(database);
  const runsStore = createRunsStore(database);
  const reports = createReportsService({
    store: reportsStore,
    runs: runsStore,
    queue,
    signals,
    checkUrl,
    vault,
    logger,
  });
  return { reports, reportsStore, runsStore };
};

const EVERY_MILLISECONDS = 30_000;

interface SchedulesDeps {
  database: Database;
  reports: Pick<ReportsService, 'show' | 'update' | 'generate'>;
  logger: Logger;
}

/** The schedules and the job that runs those that are due. */
export const createSchedules = ({
  database,
  reports,
  logger,
}: SchedulesDeps): { schedules: SchedulesService; job: RepeatingJob } => {
  const schedules = createSchedulesService({ store: createSchedulesStore(database), reports, logger });
  const job = createRepeatingJob({
    name: 'running schedules',
    run: () => schedules.runDue(),
    everyMilliseconds: EVERY_MILLISECONDS,
    firstAfterMilliseconds: EVERY_MILLISECONDS,
    logger,
  });
  return { schedules, job };
};

interface SitesDeps {
  readonly database: Database;
  readonly crawls: Pick<CrawlQueue, 'enqueue'>;
  /** Parses a URL and checks that crawls may reach it. @throws GuardError `blocked` */
  readonly checkUrl: (url: string) => URL;
  readonly vault: Pick<CredentialVault, 'change'>;
  readonly logger: Logger;
}

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

interface RegressionsDeps {
  readonly database: Database;
  readonly sites: Pick<SitesService, 'findByPageKey' | 'changes' | 'crawl'>;
  readonly mailer: Mailer;
  readonly ownerEmail: string | undefined;
  /** 32 bytes that sign links to report pages. */
  readonly pageSecret: Buffer;
  readonly publicUrl: string;
  /** Makes the pages behind the links that end them. */
  readonly built: () => Promise<BuiltPages<ReportPages>>;
  readonly logger: Logger;
  /** Milliseconds since 1970; the clock unless given. */
  readonly now?: () => number;
}

export interface Regressions extends RegressionsService {
  /** The pages behind the unsubscribe links. */
  readonly unsubscribing: readonly ReturnType<typeof createUnsubscribeRouter>[];
  readonly job: RepeatingJob;
}

/** Puts together the e-mails about reports and sites that got worse. */
export const createRegressions = (deps: RegressionsDeps): Regressions => {
  const { database, mailer, ownerEmail, pageSecret, publicUrl, logger, now = Date.now } = deps;
  const signer = createLinkSigner(pageSecret);
  const store = createRegressionsStore(database, ownerEmail);
  const links = createUnsubscribeLinks(signer, now);
  const regressions = createRegressionsService({
    store,
    runs: createRunsStore(database),
    mailer,
    unsubscribing: links,
    pageLinks: createPageLinks(createPageLinksStore(database), signer),
    publicUrl,
    logger,
    now,
  });
  const siteStore = createSiteMailsStore(database, ownerEmail);
  const siteLinks = createUnsubscribeLinks(signer, now, 'unsubscribe-site');
  const sendSiteMails = createSiteMails({
    store: siteStore,
    sites: deps.sites,
    mailer,
    unsubscribing: siteLinks,
    pageLinks: createPageLinks(createPageLinksStore(database, SITE_PAGE_LINKS), signer),
    publicUrl,
    logger,
    now,
  });
  const run = async (signal?: AbortSignal): Promise<void> => {
    await regressions.run(signal);
    await sendSiteMails(signal);
  };
  const job = createRepeatingJob({
    name: 'sending e-mails about reports and sites',
    run,
    everyMilliseconds: EVERY_MILLISECONDS,
    logger,
  });
  const page = async (title: string, body: Html, language: Language): Promise<Page> =>
    toPage((await deps.built()).pages.small({ title, markup: body.toString(), language }), language);
  const unsubscribing = [
    createUnsubscribeRouter({
      path: '/r/unsubscribe',
      links,
      unsubscribe: (reportId, recipient) => store.unsubscribe(reportId, recipient),
      messagesOf: async (reportId, language) => {
        const url = await store.urlOf(reportId);
        return language === 'de'
          ? `E-Mails über den Bericht zu ${url ?? 'dieser Seite'}`
          : `e-mails about the report on ${url ?? 'this page'}`;
      },
      page,
    }),
    createUnsubscribeRouter({
      path: '/r/sites/unsubscribe',
      links: siteLinks,
      unsubscribe: (siteId, recipient) => siteStore.unsubscribe(siteId, recipient),
      messagesOf: async (siteId, language) => {
        const url = await siteStore.urlOf(siteId);
        return language === 'de'
          ? `E-Mails über das Durchsuchen von ${url ?? 'dieser Website'}`
          : `e-mails about the crawl of ${url ?? 'this site'}`;
      },
      page,
    }),
  ];
  return { run, unsubscribing, job };
};
