import { createChangeLock, createIdempotencyStore, createOutboxStore } from '@platform/database';
import type { Database } from '@platform/database';
import { createHealth, createIdempotency, createServiceApp, managementDialect } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import type { IdentityVerifier } from '@platform/identity';
import { createUnsubscribeLinks } from '@platform/mailer';
import { createPageSecurity } from '@platform/page-access';
import type { PageAccess, PageLinks } from '@platform/page-access';
import type { BuiltPages, StatisticsPages } from '@platform/pages';
import { createTrustsProxy } from '@platform/runtime';
import type { ShutDownStep, Logger } from '@platform/runtime';

import { createAlerts } from './alerts/create-alerts.ts';
import type { App, AppDeps } from './app-deps.ts';
import { createBotsRouter } from './bots/bots-router.ts';
import { createBotsService } from './bots/bots-service.ts';
import { createBotsStore } from './bots/bots-store.ts';
import { createClicks } from './clicks/create-clicks.ts';
import { createClusterStore, createPlacements } from './cluster/cluster-store.ts';
import { createCollectRouter } from './collect/collect-router.ts';
import { createCompatibleRouter } from './collect/compatible-router.ts';
import { createCollect } from './collect/create-collect.ts';
import { createAnalyses } from './create-analyses.ts';
import { createDeletions } from './deletions/create-deletions.ts';
import type { DeletionsService } from './deletions/deletions-service.ts';
import type { DeletionsStore } from './deletions/deletions-store.ts';
import { FIELD_DOCS } from './documentation/field-docs.ts';
import { createEmailDigests } from './email-digests/create-email-digests.ts';
import { createEventsRouter } from './events/events-router.ts';
import { createEventsService } from './events/events-service.ts';
import { createExclusionsRouter } from './exclusions/exclusions-router.ts';
import { createExclusionsService } from './exclusions/exclusions-service.ts';
import type { ExclusionsServiceDeps } from './exclusions/exclusions-service.ts';
import { createExclusionsStore } from './exclusions/exclusions-store.ts';
import type { GeoLookup } from './geo/geo-lookup.ts';
import { createPlacesRouter } from './geo/places-router.ts';
import { createGroupsRouter } from './groups/groups-router.ts';
import { createGroupsService } from './groups/groups-service.ts';
import { createGroupsStore } from './groups/groups-store.ts';
import { createImports } from './imports/create-imports.ts';
import { createMaintenance } from './maintenance/create-maintenance.ts';
import { createOverviewRouter } from './overview/overview-router.ts';
import { createOverviewService } from './overview/overview-service.ts';
import type { OverviewServiceDeps } from './overview/overview-service.ts';
import { createOverviewStore } from './overview/overview-store.ts';
import { createPlausibleRevenueStore } from './plausible-api/plausible-revenue-store.ts';
import { createPlausibleRouter } from './plausible-api/plausible-router.ts';
import { createPlausibleService } from './plausible-api/plausible-service.ts';
import { createGoatCounterApi } from './product-apis/goatcounter-api.ts';
import {
  createEventDataStore,
  createLatestEventsStore,
  createSpanReportsStore,
} from './product-apis/single-events-store.ts';
import { createPathsStore } from './product-apis/paths-store.ts';
import { createPlausiblePlugins } from './product-apis/plausible-plugins.ts';
import { createPlausibleSites, createSharedLinks } from './product-apis/plausible-sites.ts';
import { createProductApisRouter } from './product-apis/product-apis-router.ts';
import { createTrackerConfigurationsStore } from './product-apis/tracker-configurations-store.ts';
import { createUmamiApi } from './product-apis/umami-api.ts';
import { createRollupRouter } from './rollup/rollup-router.ts';
import { createRollupService } from './rollup/rollup-service.ts';
import type { RollupServiceDeps } from './rollup/rollup-service.ts';
import {
  createGroupLinksRouter,
  createGroupPageRouter,
  GROUP_PAGE_LINKS,
} from './stats-page/group-page-router.ts';
import { createPageQuestions } from './stats-page/page-questions.ts';
import { createPageRecipients } from './stats-page/recipients.ts';
import type { PageRecipientsDeps } from './stats-page/recipients.ts';
import { createStatsLinksRouter, createStatsPageRouter } from './stats-page/stats-page-router.ts';
import type { StatsLinksRouterDeps, StatsPageRouterDeps } from './stats-page/stats-page-router.ts';
import { createPageQuery } from './stats-page/website-page.ts';
import type { Questions } from './stats/questions.ts';
import { observeStorage, createStorageMetricsStore } from './storage-metrics/storage-metrics.ts';
import { createTrackerRouter, createScripts } from './tracker/tracker-router.ts';
import { createVisitsRouter, createVisitsService } from './visits/visits-router.ts';
import { createVisitsStore } from './visits/visits-store.ts';
import { createWebsites } from './websites/create-websites.ts';
import type { Websites } from './websites/create-websites.ts';

interface StatsPageDeps {
  readonly websites: StatsLinksRouterDeps['websites'] & PageRecipientsDeps['websites'];
  readonly findWebsite: StatsPageRouterDeps['findWebsite'];
  readonly statisticsPages: () => Promise<BuiltPages<StatisticsPages>>;
  /** The interface's answers, which the pages show. */
  readonly routers: readonly ApiRouter[];
  readonly store: StatsPageRouterDeps['store'];
  readonly goalsOf: StatsPageRouterDeps['goalsOf'];
  readonly access: PageAccess;
  readonly links: PageLinks;
  readonly identity: IdentityVerifier;
  readonly defaultRecipients: PageRecipientsDeps['defaultRecipients'];
  readonly geo: Pick<GeoLookup, 'source'>;
  readonly publicUrl: string;
  readonly trackerPath: string;
  readonly logger: Logger;
}

interface StatsPage {
  /** The public pages. */
  readonly page: ReturnType<typeof createStatsPageRouter>;
  /** The interface that makes links to them. */
  readonly links: ApiRouter;
}

/** Puts the statistics pages together. */
const createStatsPage = (deps: StatsPageDeps): StatsPage => {
  const { websites, findWebsite, statisticsPages, routers, store, goalsOf, access, links } = deps;
  const { identity, defaultRecipients, publicUrl, trackerPath, logger } = deps;
  return {
    page: createStatsPageRouter({
      findWebsite,
      built: statisticsPages,
      questions: createPageQuestions(routers),
      store,
      goalsOf,
      placesOf: () => deps.geo.source?.(),
      access,
      identity,
      recipients: createPageRecipients({ websites, defaultRecipients, identity }),
      trackingCode: ({ siteKey }) =>
        `<script defer src="${publicUrl}${trackerPath}" data-site="${siteKey}"></script>`,
      logger,
    }),
    links: createStatsLinksRouter({ websites, links, publicUrl, now: Date.now }),
  };
};

interface OverviewDeps extends Omit<OverviewServiceDeps, 'store' | 'now'> {
  readonly database: Database;
  readonly publicUrl: string;
}

/** Puts the overview together. */
const createOverview = ({ database, publicUrl, ...deps }: OverviewDeps): ApiRouter =>
  createOverviewRouter(
    createOverviewService({ ...deps, store: createOverviewStore(database), now: Date.now }),
    publicUrl,
  );

/** Puts together the statistics of several websites as one. */
const createRollup = (deps: Omit<RollupServiceDeps, 'now'>): ApiRouter =>
  createRollupRouter(createRollupService({ ...deps, now: Date.now }));

interface ExclusionsDeps {
  database: Database;
  websites: ExclusionsServiceDeps['websites'];
  explain: ExclusionsServiceDeps['explain'];
}

/** Puts together the previews of exclusions and the counts of what they dropped. */
const createExclusions = ({ database, ...deps }: ExclusionsDeps): ApiRouter =>
  createExclusionsRouter({
    exclusions: createExclusionsService({ store: createExclusionsStore(database), ...deps }),
  });

interface VisitsDeps {
  database: Database;
  questions: Questions;
  websites: Websites['websites'];
  deletions: DeletionsService;
  deletionsStore: DeletionsStore;
}

/** Puts together the list of visits, and what owners say of them. */
const createVisits = ({ database, questions, ...deps }: VisitsDeps): readonly ApiRouter[] => {
  const visits = createVisitsStore(database);
  const bots = createBotsService({
    ...deps,
    visits,
    questions,
    store: createBotsStore(database),
    now: Date.now,
  });
  return [createVisitsRouter(createVisitsService({ questions, store: visits })), createBotsRouter(bots)];
};

/** Puts the service together. */
export const createApp = (deps: AppDeps): App => {
  const { database, logger, metrics, mailer, publicUrl, trackerPath, collectPath, trustProxy } = deps;

  const trustsProxy = createTrustsProxy(trustProxy);
  const sites = createWebsites({ database, publicUrl, trackerPath, ownerEmail: deps.ownerEmail });
  const { websites, defaultRecipients } = sites;
  const placements = createPlacements({ store: createClusterStore(database) });
  const { isDistributed } = placements;
  const { collect, status, forgetSalts, recentWebsites, closing } = createCollect({
    ...deps,
    placements,
    findWebsite: sites.findBySiteKey,
    maxQueue: deps.collectQueue,
    onFailure: (error) => deps.writes?.note(error),
  });
  const maintenance = createMaintenance({ database, logger, forgetSalts, isDistributed });
  const storage = createStorageMetricsStore(database, isDistributed);
  observeStorage({ metrics, logger, store: storage, now: Date.now, recentWebsites });

  const { signer, links, access } = createPageSecurity({ database, secret: deps.pageSecret, publicUrl });
  const analyses = createAnalyses({ ...deps, websites });
  const { stats, goals, goalCounts: counts, routers } = analyses;
  const statsPage = createStatsPage({
    ...deps,
    routers,
    store: stats.store,
    goalsOf: (websiteId) => goals.list(websiteId),
    websites,
    findWebsite: sites.findBySiteKey,
    defaultRecipients,
    access,
    links,
  });

  const mail = { database, mailer, pageQuery: createPageQuery(links), defaultRecipients, publicUrl, logger };
  const digests = createEmailDigests({
    ...mail,
    stats: stats.store,
    goals,
    counts,
    signer,
    built: deps.statisticsPages,
  });
  const unsubscribeLinks = createUnsubscribeLinks(signer, Date.now);
  const alerts = createAlerts({
    ...mail,
    websites,
    goals,
    counts,
    stats: stats.store,
    links: unsubscribeLinks,
  });
  const imports = createImports({ database, databaseUrl: deps.databaseUrl, websites, logger });
  const deletions = createDeletions({
    database,
    databaseUrl: deps.databaseUrl,
    placements,
    questions: stats.questions,
    stats: stats.store,
    timezoneOf: sites.timezoneOf,
    logger,
  });
  const groupsStore = createGroupsStore(database);
  const groups = createGroupsService({ store: groupsStore, websitesOf: sites.allOf });
  const rollup = createRollup({
    ...stats,
    websitesOf: sites.allOf,
    groupOf: (organisation, id) => groupsStore.find(organisation, id),
  });
  const groupLinks = createPageSecurity({
    database,
    publicUrl,
    secret: deps.pageSecret,
    linksTable: GROUP_PAGE_LINKS,
  });
  const clicks = createClicks({
    database,
    collectPath,
    trustsProxy,
    logger,
    questions: analyses.stats.questions,
    explain: (website, hit) => collect.explain(website, hit),
    findWebsite: sites.findBySiteKey,
  });
  const plausible = createPlausibleService({
    findByDomain: sites.findByDomain,
    stats: stats.service,
    goalsOf: (websiteId) => goals.list(websiteId),
    questions: stats.questions,
    revenue: createPlausibleRevenueStore(database),
    now: Date.now,
  });
  const visits = createVisitsService({
    questions: stats.questions,
    store: createVisitsStore(database),
  });
  const sharedLinks = createSharedLinks({ links, publicUrl, now: Date.now });
  const goalsOf = (websiteId: number) => goals.list(websiteId);
  const productApis = [
    createUmamiApi({
      websites,
      websitesOf: sites.allOf,
      stats: stats.service,
      visits,
      events: createLatestEventsStore(database),
      eventData: createEventDataStore(database),
      reports: createSpanReportsStore(database),
      vitals: analyses.vitals,
      importedDays: (website) => stats.store.importedDays(website),
      questions: stats.questions,
      deletions: deletions.service,
      firstTraffic: (website) => stats.store.firstTraffic(website),
      now: Date.now,
    }),
    createGoatCounterApi({
      findBySiteKey: sites.findBySiteKey,
      stats: stats.service,
      paths: createPathsStore(database),
      now: Date.now,
    }),
    createPlausiblePlugins({
      ...analyses.records,
      findBySiteKey: sites.findBySiteKey,
      goalsOf,
      sharedLinks,
      configurations: createTrackerConfigurationsStore(database),
    }),
    createPlausibleSites({
      goals: analyses.records.goals,
      goalsOf,
      websites,
      websitesOf: sites.allOf,
      findByDomain: sites.findByDomain,
      propertiesOf: async ({ organisation, id }) =>
        (await stats.service.properties(organisation, id, {})).map(({ value }) => value),
      sharedLinks,
    }),
  ];

  const app = createServiceApp({
    title: 'Websites and their statistics',
    fields: FIELD_DOCS,
    dialect: managementDialect,
    routers: [
      createPlacesRouter(deps.geo),
      ...sites.routers,
      createEventsRouter({ events: createEventsService(collect) }),
      createExclusions({ database, websites, explain: (website, hit) => collect.explain(website, hit) }),
      // In front of the statistics, whose ids they would be.
      createPlausibleRouter(plausible),
      createOverview({ database, publicUrl, websitesOf: sites.allOf }),
      rollup,
      createGroupsRouter(groups),
      createGroupLinksRouter({ ...groups, links: groupLinks.links, publicUrl, now: Date.now }),
      ...routers,
      statsPage.links,
      alerts.router,
      imports.router,
      deletions.router,
      ...createVisits({
        database,
        websites,
        questions: stats.questions,
        deletions: deletions.service,
        deletionsStore: deletions.store,
      }),
      clicks.router,
    ],
    pages: [
      // In front of the websites', whose keys they would be.
      createGroupPageRouter({
        ...deps,
        access: groupLinks.access,
        findGroup: (id) => groupsStore.findAny(id),
        websitesOf: (organisation) => sites.allOf(organisation, ''),
        built: deps.statisticsPages,
        questions: createPageQuestions([rollup]),
        placesOf: () => deps.geo.source?.(),
      }),
      statsPage.page,
      digests.router,
      clicks.intake,
      createCompatibleRouter({ collect, identity: deps.identity, trustsProxy }),
      createProductApisRouter({ ...deps, apis: productApis }),
      createTrackerRouter(createScripts(trackerPath, collectPath), collectPath),
    ],
    identity: deps.identity,
    idempotency: createIdempotency(createIdempotencyStore(database)),
    changeLock: createChangeLock(database),
    outbox: createOutboxStore(database),
    status,
    publicUrl,
    logger,
    metrics,
    health: deps.health ?? createHealth({ database: () => database.raw('SELECT 1') }),
    trustProxy,
  });

  return {
    listener: createCollectRouter({ ...deps, collect, trustsProxy }, app),
    jobs: [digests.job, alerts.job, imports.job, deletions.job, ...maintenance],
    closing: [
      ['e-mail digests', () => digests.job.stop()],
      ['clicks', () => clicks.stop()],
      ['alerts', () => alerts.job.stop()],
      ['imports', () => imports.job.stop()],
      ['deletions', () => deletions.job.stop()],
      ['deletions', () => deletions.close()],
      ['statistics', () => analyses.stop()],
      ...maintenance.map((job): ShutDownStep => ['maintenance', () => job.stop()]),
      ...closing,
    ],
  };
};
