import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';
import type { Logger } from '@platform/runtime';

import { createAnnotations } from './annotations/create-annotations.ts';
import { createFunnels } from './funnels/create-funnels.ts';
import { createGoals } from './goals/create-goals.ts';
import type { GoalsStore } from './goals/goals-store.ts';
import { createJourneys } from './journeys/create-journeys.ts';
import { createSegments } from './segments/create-segments.ts';
import { createStats } from './stats/create-stats.ts';
import type { Stats } from './stats/create-stats.ts';
import type { StatsPageDeps } from './stats-page/create-stats-page.ts';
import { createVitals } from './vitals/create-vitals.ts';
import type { Websites } from './websites/create-websites.ts';

export interface AnalysesDeps {
  readonly database: Database;
  readonly websites: Websites['websites'];
  readonly logger: Logger;
}

export interface Analyses {
  readonly stats: Stats;
  readonly goals: GoalsStore;
  /** What the statistics page shows. */
  readonly shown: Pick<StatsPageDeps, 'store' | 'segments' | 'annotations' | 'goals' | 'journeys' | 'vitals'>;
  readonly routers: readonly ApiRouter[];
}

/** Puts together everything that answers questions about a website. */
export const createAnalyses = ({ database, websites, logger }: AnalysesDeps): Analyses => {
  const segments = createSegments(database, websites);
  const stats = createStats({
    database,
    websites,
    logger,
    segmentFilters: async (websiteId, id) => (await segments.store.find(websiteId, id))?.filters,
  });
  const goals = createGoals({ database, websites, stats: stats.store });
  const funnels = createFunnels({ database, websites, stats: stats.store, goals: goals.store });
  const journeys = createJourneys({ database, websites });
  const vitals = createVitals({ database, websites });
  const annotations = createAnnotations(database, websites);
  return {
    stats,
    goals: goals.store,
    shown: {
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
    },
    routers: [stats, vitals, goals, funnels, journeys, segments, annotations].map(({ router }) => router),
  };
};
