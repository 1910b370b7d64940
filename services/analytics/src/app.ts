import type { RequestListener } from 'node:http';

import { createChangeLock, createIdempotencyStore, createOutboxStore } from '@platform/database';
import type { Database, WriteWatch } from '@platform/database';
import { createHealth, createIdempotency, createServiceApp, managementDialect } from '@platform/http';
import type { Health } from '@platform/http';
import type { IdentityVerifier } from '@platform/identity';
import { createUnsubscribeLinks } from '@platform/mailer';
import type { Mailer } from '@platform/mailer';
import {
  createLinkSigner,
  createPageAccess,
  createPageLinks,
  createPageLinksStore,
  createStoredAttemptLimiter,
} from '@platform/page-access';
import type { Logger, Metrics, RepeatingJob, ShutDownStep } from '@platform/runtime';

import { FIELD_DOCS } from './documentation/field-docs.ts';
import { createAlerts } from './alerts/create-alerts.ts';
import { createAnnotations } from './annotations/create-annotations.ts';
import { createClusterStore } from './cluster/cluster-store.ts';
import { createPlacements } from './cluster/placements.ts';
import { createCollect, WRITER_LANES } from './collect/create-collect.ts';
import { createCollectRouter } from './collect/collect-router.ts';
import { createCompatibleRouter } from './collect/other-products-router.ts';
import { createEmailDigests } from './email-digests/create-email-digests.ts';
import { createEventsRouter } from './events/events-router.ts';
import { createEventsService } from './events/events-service.ts';
import { createExclusions } from './exclusions/create-exclusions.ts';
import { createFunnels } from './funnels/create-funnels.ts';
import type { GeoLookup } from './geo/geo-lookup.ts';
import { createGoals } from './goals/create-goals.ts';
import { createImports } from './imports/create-imports.ts';
import { createJourneys } from './journeys/create-journeys.ts';
import { createMaintenance } from './maintenance/create-maintenance.ts';
import { createOverview } from './overview/create-overview.ts';
import { createPlausibleRouter } from './plausible-api/plausible-router.ts';
import { createPlausibleService } from './plausible-api/plausible-service.ts';
import { createSegments } from './segments/create-segments.ts';
import { createStatsPage } from './stats-page/create-stats-page.ts';
import { createStats } from './stats/create-stats.ts';
import { createPageQuery } from './stats-page/website-page.ts';
import { observeStorage } from './storage-metrics/observe-storage.ts';
import { createStorageMetricsStore } from './storage-metrics/storage-metrics-store.ts';
import { createTrackerRouter } from './tracker/tracker-router.ts';
import { createScripts } from './tracker/tracker-script.ts';
import { createVitals } from './vitals/create-vitals.ts';
import { createWebsites } from './websites/create-websites.ts';

export interface AppDeps {
  database: Database;
  /** Of the same database: the writer and the listener have connections of their own. */
  databaseUrl: string;
  identity: IdentityVerifier;
  geo: GeoLookup;
  /** Signs the cookies and links of the statistics pages. */
  pageSecret: Buffer;
  /** Sends the e-mail digests. */
  mailer: Mailer;
  /** Gets the mail of organisations without recipients. */
  ownerEmail?: string | undefined;
  logger: Logger;
  metrics: Metrics;
  /** How links are built: the address of the gateway, without a slash at the end. */
  publicUrl: string;
  trackerPath: string;
  collectPath: string;
  /** Hits that may wait to be stored. */
  collectQueue: number;
  trustProxy: number;
  health?: Health;
  /** Told of writes that fail. */
  writes?: Pick<WriteWatch, 'note'>;
}

export interface App {
  listener: RequestListener;
  /** Jobs beside the requests; the process starts them. */
  jobs: readonly RepeatingJob[];
  /** What to stop before the database is closed, in this order. */
  closing: readonly ShutDownStep[];
}

/** Puts the service together. */
export const createApp = (deps: AppDeps): App => {
  const { database, databaseUrl, logger, metrics, publicUrl, trackerPath, collectPath, trustProxy } = deps;

  const {
    websites,
    findBySiteKey,
    findByDomain,
    allOf: websitesOf,
    defaultRecipients,
    routers: websitesRouters,
  } = createWebsites({ database, publicUrl, trackerPath, ownerEmail: deps.ownerEmail });
  const placements = createPlacements({ store: createClusterStore(database), groups: WRITER_LANES });
  const { collect, forgetSalts, recentWebsites, closing } = createCollect({
    placements,
    database,
    databaseUrl,
    geo: deps.geo,
    logger,
    metrics,
    findWebsite: findBySiteKey,
    maxQueue: deps.collectQueue,
    onFailure: (error) => deps.writes?.note(error),
  });
  const maintenance = createMaintenance({
    database,
    logger,
    forgetSalts,
    isDistributed: placements.isDistributed,
  });

  const segments = createSegments(database, websites);
  const stats = createStats({
    database,
    websites,
    logger,
    segmentFilters: async (websiteId, id) => (await segments.store.find(websiteId, id))?.filters,
  });
  observeStorage({
    metrics,
    logger,
    store: createStorageMetricsStore(database, placements.isDistributed),
    now: Date.now,
    recentWebsites,
  });

  const signer = createLinkSigner(deps.pageSecret);
  const links = createPageLinks(createPageLinksStore(database), signer);
  const pageAccess = createPageAccess({
    signer,
    links,
    attempts: createStoredAttemptLimiter(database),
    secureCookies: publicUrl.startsWith('https:'),
  });

  const pageQuery = createPageQuery(links);
  const digests = createEmailDigests({
    database,
    stats: stats.store,
    mailer: deps.mailer,
    signer,
    pageQuery,
    defaultRecipients,
    publicUrl,
    logger,
  });
  const plausible = createPlausibleRouter(
    createPlausibleService({ findByDomain, stats: stats.service, now: Date.now }),
  );
  const annotations = createAnnotations(database, websites);
  const goals = createGoals({ database, websites, stats: stats.store });
  const funnels = createFunnels({ database, websites, stats: stats.store, goals: goals.store });
  const journeys = createJourneys({ database, websites });
  const vitals = createVitals({ database, websites });
  const statsPage = createStatsPage({
    database,
    websites,
    findWebsite: findBySiteKey,
    store: stats.store,
    segments: segments.store,
    annotations: annotations.store,
    goals: {
      goals: goals.service,
      funnels: funnels.service,
      hasAny: async (websiteId) =>
        (await goals.store.list(websiteId)).length + (await funnels.store.list(websiteId)).length > 0,
    },
    journeys: journeys.service,
    vitals: vitals.store,
    defaultRecipients,
    access: pageAccess,
    links,
    identity: deps.identity,
    publicUrl,
    trackerPath,
    logger,
  });

  const alerts = createAlerts({
    database,
    websites,
    pageQuery,
    publicUrl,
    logger,
    goals: goals.store,
    mailer: deps.mailer,
    links: createUnsubscribeLinks(signer, Date.now),
    defaultRecipients,
  });
  const imports = createImports({ database, websites, logger });

  const app = createServiceApp({
    fields: FIELD_DOCS,
    outbox: createOutboxStore(database),
    title: 'Websites and their statistics',
    dialect: managementDialect,
    routers: [
      ...websitesRouters,
      createEventsRouter({ events: createEventsService(collect) }),
      createExclusions({ database, websites }),
      // In front of the statistics, whose ids they would be.
      plausible,
      createOverview({ database, publicUrl, websitesOf, stats: stats.store }),
      stats.router,
      vitals.router,
      statsPage.links,
      goals.router,
      funnels.router,
      journeys.router,
      segments.router,
      annotations.router,
      alerts.router,
      imports.router,
    ],
    pages: [
      statsPage.page,
      digests.router,
      createCompatibleRouter({ collect, trustProxy }),
      createTrackerRouter(createScripts(trackerPath, collectPath)),
    ],
    identity: deps.identity,
    idempotency: createIdempotency(createIdempotencyStore(database)),
    changeLock: createChangeLock(database),
    publicUrl,
    logger,
    metrics,
    health: deps.health ?? createHealth({ database: () => database.raw('SELECT 1') }),
    trustProxy,
  });

  return {
    listener: createCollectRouter(
      { collect, logger, path: collectPath, trustProxy, maxPending: deps.collectQueue },
      app,
    ),
    jobs: [digests.job, alerts.job, imports.job, ...maintenance],
    closing: [
      ['e-mail digests', () => digests.job.stop()],
      ['alerts', () => alerts.job.stop()],
      ['imports', () => imports.job.stop()],
      ['derived sums', () => stats.stop()],
      ...maintenance.map((job): ShutDownStep => ['maintenance', () => job.stop()]),
      ...closing,
    ],
  };
};
