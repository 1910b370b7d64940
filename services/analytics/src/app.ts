import type { RequestListener } from 'node:http';

import { createListener } from '@platform/database';
import type { Database } from '@platform/database';
import { createHealth, createServiceApp, managementDialect } from '@platform/http';
import type { Health } from '@platform/http';
import type { IdentityVerifier } from '@platform/identity';
import { createAttemptLimiter, createPageAccess, createTokenSigner, hashPassword } from '@platform/pages';
import type { Logger, Metrics, ShutDownStep } from '@platform/runtime';

import { createCollectPipeline } from './collect/collect-pipeline.ts';
import { createCollectRouter } from './collect/collect-router.ts';
import { localDay } from './collect/local-day.ts';
import { createSaltsStore } from './collect/salts-store.ts';
import { createEmailReportsService } from './email-reports/email-reports-service.ts';
import { createEmailReportsStore } from './email-reports/email-reports-store.ts';
import type { Mailer } from './email-reports/mailer.ts';
import { createRepeatingJob } from './email-reports/repeating-job.ts';
import type { RepeatingJob } from './email-reports/repeating-job.ts';
import { createUnsubscribeLinks } from './email-reports/unsubscribe-links.ts';
import { createUnsubscribeRouter } from './email-reports/unsubscribe-router.ts';
import { createEventsRouter } from './events/events-router.ts';
import { createEventsService } from './events/events-service.ts';
import { createExclusionsRouter } from './exclusions/exclusions-router.ts';
import { createExclusionsService } from './exclusions/exclusions-service.ts';
import { createExclusionsStore } from './exclusions/exclusions-store.ts';
import type { GeoLookup } from './geo/geo-lookup.ts';
import { createMaintenanceService } from './maintenance/maintenance-service.ts';
import { createMaintenanceStore } from './maintenance/maintenance-store.ts';
import { createPartitionsStore } from './partitions/partitions-store.ts';
import { createStatsLinksRouter } from './stats-page/stats-links-router.ts';
import { createStatsPageRouter } from './stats-page/stats-page-router.ts';
import { createStatsPageService } from './stats-page/stats-page-service.ts';
import { observeStorage } from './stats/observe-storage.ts';
import { createRawEventsStore } from './stats/raw-events-store.ts';
import { createStatsRouter } from './stats/stats-router.ts';
import { createStatsService } from './stats/stats-service.ts';
import { createKeptStatsStore } from './stats/kept-stats-store.ts';
import { createStorageMetricsStore } from './stats/storage-metrics-store.ts';
import { createTrackerRouter } from './tracker/tracker-router.ts';
import { createTrackerScript } from './tracker/tracker-script.ts';
import { createWebsitesRouter } from './websites/websites-router.ts';
import { createWebsitesService } from './websites/websites-service.ts';
import { createWebsitesStore, WEBSITES_CHANNEL } from './websites/websites-store.ts';

export interface AppDeps {
  database: Database;
  /** Of the same database, for the writers and the listener, which have connections of their own. */
  databaseUrl: string;
  identity: IdentityVerifier;
  geo: GeoLookup;
  /** Signs the cookies and links of the statistics pages. */
  pageSecret: Buffer;
  /** Sends the e-mail reports. */
  mailer: Mailer;
  logger: Logger;
  metrics: Metrics;
  /** How links are built: the address of the gateway, without a slash at the end. */
  publicUrl: string;
  trackerPath: string;
  collectPath: string;
  /** Reports that may wait to be stored. */
  collectQueue: number;
  trustProxy: number;
  health?: Health;
}

export interface App {
  listener: RequestListener;
  /** What goes on beside the requests; for the process to start. */
  jobs: readonly RepeatingJob[];
  /** What to end before the database, in this order. */
  closing: readonly ShutDownStep[];
}

/** How often is looked for reports that are due: the delay behind 8:00 at most. */
const EMAIL_EVERY_MS = 60_000;
/** How long a salt may outlive its day's end and the half hour after it. */
const SALTS_EVERY_MS = 60_000;
const SWEEP_EVERY_MS = 3_600_000;

/** Puts the service together. */
export const createApp = (deps: AppDeps): App => {
  const { database, databaseUrl, logger, metrics, publicUrl, trackerPath, collectPath, trustProxy } = deps;

  const websitesStore = createWebsitesStore(database);
  const websites = createWebsitesService({ store: websitesStore, hashPassword });

  const saltsStore = createSaltsStore(database);
  const partitions = createPartitionsStore(database);
  const pipeline = createCollectPipeline({
    ...{ database, databaseUrl, saltsStore, partitions, metrics },
    geo: deps.geo,
    findWebsite: (siteKey) => websitesStore.findBySiteKey(siteKey),
    maxQueue: deps.collectQueue,
  });
  const { collect } = pipeline;
  const changes = createListener({
    url: databaseUrl,
    channel: WEBSITES_CHANNEL,
    onNotification: (siteKey) => {
      pipeline.forgetWebsite(siteKey);
    },
    onConnect: () => {
      pipeline.forgetWebsite();
    },
    onError: (error) => {
      logger.warn({ err: error }, 'changes of websites are not heard for now');
    },
  });

  const kept = createKeptStatsStore(database, logger);
  const stats = createStatsService({
    websites,
    store: kept.store,
    rawEvents: createRawEventsStore(database),
    now: Date.now,
  });

  observeStorage({ metrics, logger, store: createStorageMetricsStore(database), now: Date.now });

  const signer = createTokenSigner(deps.pageSecret);
  const pageAccess = createPageAccess({
    signer,
    attempts: createAttemptLimiter(),
    secureCookies: publicUrl.startsWith('https:'),
  });

  const emailReports = createEmailReportsService({
    store: createEmailReportsStore(database),
    stats: kept.store,
    mailer: deps.mailer,
    links: createUnsubscribeLinks(signer, Date.now),
    pageQuery: ({ id, siteKey }, expiresAt) =>
      pageAccess.signedQuery(
        { kind: 'website', id, privacy: 1, passwordHash: null, path: `/s/${siteKey}` },
        expiresAt,
      ),
    ...{ publicUrl, logger, now: Date.now },
  });
  const emailJob = createRepeatingJob({
    name: 'sending e-mail reports',
    run: (signal) => emailReports.run(signal),
    everyMilliseconds: EMAIL_EVERY_MS,
    logger,
  });

  const exclusions = createExclusionsService({ store: createExclusionsStore(database), websites });
  const maintenance = createMaintenanceService({
    store: createMaintenanceStore(database),
    partitions,
    salts: saltsStore,
    localDay,
  });
  const saltsJob = createRepeatingJob({
    name: 'destroying salts',
    run: () => {
      pipeline.forgetSalts();
      return maintenance.tick();
    },
    everyMilliseconds: SALTS_EVERY_MS,
    logger,
  });
  const sweepJob = createRepeatingJob({
    name: 'partitions and retention',
    run: async () => {
      await maintenance.sweep();
    },
    everyMilliseconds: SWEEP_EVERY_MS,
    logger,
  });

  const app = createServiceApp({
    title: 'Websites and their statistics',
    dialect: managementDialect,
    routers: [
      createWebsitesRouter({ websites, publicUrl, trackerPath }),
      createEventsRouter({ events: createEventsService(collect) }),
      createExclusionsRouter({ exclusions }),
      createStatsRouter({ stats }),
      createStatsLinksRouter({ websites, access: pageAccess, publicUrl, now: Date.now }),
    ],
    pages: [
      createStatsPageRouter({
        findWebsite: (siteKey) => websitesStore.findBySiteKey(siteKey),
        pages: createStatsPageService({ store: kept.store, now: Date.now }),
        access: pageAccess,
        identity: deps.identity,
        trackingCode: ({ siteKey }) =>
          `<script defer src="${publicUrl}${trackerPath}" data-site="${siteKey}"></script>`,
        logger,
      }),
      createUnsubscribeRouter({ emailReports }),
      createTrackerRouter({ script: createTrackerScript(trackerPath, collectPath), path: trackerPath }),
    ],
    identity: deps.identity,
    logger,
    metrics,
    health:
      deps.health ??
      createHealth({
        database: async () => {
          await database.raw('SELECT 1');
        },
      }),
    trustProxy,
  });

  return {
    listener: createCollectRouter(
      { collect, logger, path: collectPath, trustProxy, maxPending: deps.collectQueue },
      app,
    ),
    jobs: [emailJob, saltsJob, sweepJob],
    closing: [
      ['e-mail reports', () => emailJob.stop()],
      ['derived sums', () => kept.stop()],
      ['salts', () => saltsJob.stop()],
      ['partitions', () => sweepJob.stop()],
      ['listener', () => changes.close()],
      ...pipeline.closing,
    ],
  };
};
