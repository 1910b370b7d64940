import {
  createChangeLock,
  createIdempotencyStore,
  createOutboxStore,
  readSchemaVersion,
} from '@platform/database';
import type { Database, Waits } from '@platform/database';
import { createIdempotency, createServiceApp, managementDialect } from '@platform/http';
import type { Health } from '@platform/http';
import type { IdentityVerifier } from '@platform/identity';
import { createPageSecurity } from '@platform/page-access';
import type { BuiltPages, ReportPages } from '@platform/pages';
import type { Logger, Metrics, ProxyTrust } from '@platform/runtime';
import type { Express } from 'express';
import { FIELD_DOCS } from './documentation/field-docs.ts';
import type { CredentialVault } from './credentials/credential-vault.ts';
import type { GenerationQueue } from './generation/generation-queue.ts';
import { observePending } from './generation/generation-store.ts';
import { createCheckRegistry } from './checks/registry.ts';
import { createReportPageRouter } from './report-page/report-page-router.ts';
import { createLooksRouter } from './looks/looks-router.ts';
import { createReportExportsRouter } from './report-exports/report-exports-router.ts';
import { createReportExportsService } from './report-exports/report-exports-service.ts';
import { createReportsRouter } from './reports/reports-router.ts';
import { createReports, createSchedules, createSites } from './features.ts';
import { createRunsRouter } from './runs/runs-router.ts';
import { createRunsService } from './runs/runs-service.ts';
import { createSchedulesRouter } from './schedules/schedules-router.ts';
import type { CrawlQueue } from './sites/crawl-queue.ts';
import { createSiteClustersRouter, createSitesRouter } from './sites/sites-router.ts';
import { createSiteClustersStore } from './sites/site-problems-store.ts';
import { createSiteCrawlsRouter } from './sites/site-crawls-router.ts';
import { createSitePageRouter, createSitePageService } from './sites/site-page-router.ts';
import { SITE_PAGE_LINKS } from './sites/sites-store.ts';
import type { PrintPage } from './browser/browser-host.ts';
import type { Regressions } from './features.ts';

export interface AppDeps {
  database: Database;
  queue: GenerationQueue;
  crawls: CrawlQueue;
  signals: Waits;
  /** Parses and checks a client’s URL. @throws GuardError `blocked` */
  checkUrl: (url: string) => URL;
  /** Seals the credentials of staging sites. */
  vault: CredentialVault;
  identity: IdentityVerifier;
  /** 32 bytes that sign cookies and links of report pages. */
  pageSecret: Buffer;
  publicUrl: string;
  resultWaitSeconds: number;
  /** Renders reports in a browser when a request doesn’t say. */
  renderByDefault: boolean;
  /** The e-mails about reports that got worse. */
  regressions: Pick<Regressions, 'unsubscribing'>;
  /** Gets the e-mails for schedules without recipients. */
  ownerEmail: string | undefined;
  /** Prints a document as PDF; null when there is no browser. */
  print: PrintPage;
  /** The public pages, built from the console's components. */
  pages: () => Promise<BuiltPages<ReportPages>>;
  trustProxy: ProxyTrust;
  logger: Logger;
  metrics: Metrics;
  health: Health;
}

/** Wires the service’s features together. */
export const createApp = (deps: AppDeps): Express => {
  const { database, publicUrl, logger } = deps;
  const { links, access } = createPageSecurity({ database, secret: deps.pageSecret, publicUrl });
  const { reports, reportsStore, runsStore } = createReports(deps);
  const { schedules } = createSchedules({ database, reports, logger });
  const registry = createCheckRegistry();
  const exports = createReportExportsService({
    reports,
    runs: runsStore,
    built: deps.pages,
    print: deps.print,
  });
  const { sites } = createSites(deps);
  const sitePages = createSitePageService({ sites, print: deps.print, built: deps.pages });
  const siteSecurity = createPageSecurity({
    database,
    secret: deps.pageSecret,
    publicUrl,
    linksTable: SITE_PAGE_LINKS,
  });
  const runs = createRunsService({ store: runsStore, reports: reportsStore, registry });
  observePending(deps.metrics, database);

  return createServiceApp({
    title: 'Page reports',
    fields: FIELD_DOCS,
    description: 'Rates pages on search engines, performance, security, content and accessibility.',
    dialect: managementDialect,
    routers: [
      createReportsRouter({
        reports,
        links,
        publicUrl,
        resultWait: deps.resultWaitSeconds * 1000,
        renderByDefault: deps.renderByDefault,
      }),
      createRunsRouter({ runs }),
      createReportExportsRouter({ exports }),
      createLooksRouter({ reports }),
      createSchedulesRouter({ schedules, ownerEmail: deps.ownerEmail }),
      createSitesRouter({
        sites,
        pages: sitePages,
        links: siteSecurity.links,
        publicUrl,
        ownerEmail: deps.ownerEmail,
      }),
      createSiteCrawlsRouter({ sites, ownerEmail: deps.ownerEmail }),
      createSiteClustersRouter({ sites, clusters: createSiteClustersStore(database) }),
    ],
    pages: [
      ...deps.regressions.unsubscribing,
      createSitePageRouter({
        sites,
        pages: sitePages,
        built: deps.pages,
        access: siteSecurity.access,
        identity: deps.identity,
        logger,
      }),
      createReportPageRouter({
        reports,
        runs: runsStore,
        access,
        identity: deps.identity,
        registry,
        built: deps.pages,
        logger,
      }),
    ],
    identity: deps.identity,
    idempotency: createIdempotency(createIdempotencyStore(database)),
    changeLock: createChangeLock(database),
    outbox: createOutboxStore(database),
    outboxNews: deps.signals,
    status: {
      schema: () => readSchemaVersion(database),
      queues: {
        ...deps.queue.states,
        'site-crawl': () => deps.crawls.state(),
      },
    },
    publicUrl: deps.publicUrl,
    logger,
    metrics: deps.metrics,
    health: deps.health,
    trustProxy: deps.trustProxy,
  });
};
