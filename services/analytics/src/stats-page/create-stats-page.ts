import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';
import type { IdentityVerifier } from '@platform/identity';
import type { PageAccess, PageLinks } from '@platform/page-access';
import type { Logger } from '@platform/runtime';

import type { GeoLookup } from '../geo/geo-lookup.ts';
import type { Questions } from '../stats/questions.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import type { VitalsService } from '../vitals/vitals-service.ts';
import { createPageGoals, createPageJourneys, createPageVitals, createPageRecipients } from './page-data.ts';
import type { PageGoalsDeps, PageJourneysDeps, PageRecipientsDeps } from './page-data.ts';
import { createPropertiesStore } from '../stats/properties-store.ts';
import { createStatsLinksRouter } from './stats-links-router.ts';
import type { StatsLinksRouterDeps } from './stats-links-router.ts';
import { createStatsPageRouter } from './stats-page-router.ts';
import type { StatsPageRouterDeps } from './stats-page-router.ts';
import { createStatsPageService } from './stats-page-service.ts';
import type { StatsPageServiceDeps } from './stats-page-service.ts';

export interface StatsPageDeps {
  readonly websites: StatsLinksRouterDeps['websites'] & PageRecipientsDeps['websites'];
  readonly findWebsite: StatsPageRouterDeps['findWebsite'];
  readonly store: StatsStore;
  readonly segments: StatsPageServiceDeps['segments'];
  readonly annotations: StatsPageServiceDeps['annotations'];
  readonly database: Database;
  readonly goals: PageGoalsDeps;
  readonly journeys: PageJourneysDeps['journeys'];
  readonly vitals: VitalsService;
  readonly goalsOf: StatsPageServiceDeps['goals'];
  readonly questions: Questions;
  readonly access: PageAccess;
  readonly links: PageLinks;
  readonly identity: IdentityVerifier;
  readonly defaultRecipients: PageRecipientsDeps['defaultRecipients'];
  readonly geo: Pick<GeoLookup, 'source'>;
  readonly publicUrl: string;
  readonly trackerPath: string;
  readonly logger: Logger;
}

export interface StatsPage {
  /** The public pages. */
  readonly page: ReturnType<typeof createStatsPageRouter>;
  /** The interface that makes links to them. */
  readonly links: ApiRouter;
}

/** Puts the statistics pages together. */
export const createStatsPage = (deps: StatsPageDeps): StatsPage => {
  const { database, websites, findWebsite, store, segments, annotations, goals, journeys, access, links } =
    deps;
  const { questions, goalsOf } = deps;
  const properties = createPropertiesStore(database);
  const { identity, defaultRecipients, publicUrl, trackerPath, logger } = deps;
  return {
    page: createStatsPageRouter({
      findWebsite,
      pages: createStatsPageService({
        store,
        segments,
        goals: goalsOf,
        questions,
        annotations,
        properties,
        now: Date.now,
      }),
      goals: createPageGoals(goals),
      journeys: createPageJourneys({ journeys, store, questions }),
      vitals: createPageVitals(deps.vitals),
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
