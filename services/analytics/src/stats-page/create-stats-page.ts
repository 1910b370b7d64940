import type { BuiltStatisticsPages } from '@platform/pages';
import type { ApiRouter } from '@platform/http';
import type { IdentityVerifier } from '@platform/identity';
import type { PageAccess, PageLinks } from '@platform/page-access';
import type { Logger } from '@platform/runtime';

import type { GeoLookup } from '../geo/geo-lookup.ts';
import { createPageQuestions } from './page-questions.ts';
import { createPageRecipients } from './recipients.ts';
import type { PageRecipientsDeps } from './recipients.ts';
import { createStatsLinksRouter } from './stats-links-router.ts';
import type { StatsLinksRouterDeps } from './stats-links-router.ts';
import { createStatsPageRouter } from './stats-page-router.ts';
import type { StatsPageRouterDeps } from './stats-page-router.ts';

export interface StatsPageDeps {
  readonly websites: StatsLinksRouterDeps['websites'] & PageRecipientsDeps['websites'];
  readonly findWebsite: StatsPageRouterDeps['findWebsite'];
  readonly statisticsPages: () => Promise<BuiltStatisticsPages>;
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

export interface StatsPage {
  /** The public pages. */
  readonly page: ReturnType<typeof createStatsPageRouter>;
  /** The interface that makes links to them. */
  readonly links: ApiRouter;
}

/** Puts the statistics pages together. */
export const createStatsPage = (deps: StatsPageDeps): StatsPage => {
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
