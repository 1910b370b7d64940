import type { ApiRouter } from '@platform/http';
import type { Logger } from '@platform/runtime';

import { createAnnotations } from './annotations/create-annotations.ts';
import { rulesOf } from './funnels/count-funnels.ts';
import { createFunnels } from './funnels/create-funnels.ts';
import { createFunnelsStore } from './funnels/funnels-store.ts';
import { createGoals } from './goals/create-goals.ts';
import { createGoalCounts } from './goals/days/goal-counts.ts';
import type { GoalCounts } from './goals/days/goal-counts.ts';
import { createGoalDaysStore } from './goals/days/goal-days-store.ts';
import { createGoalsStore } from './goals/goals-store.ts';
import type { GoalsStore } from './goals/goals-store.ts';
import { createJourneys } from './journeys/create-journeys.ts';
import { createSegments } from './segments/create-segments.ts';
import { createStats } from './stats/create-stats.ts';
import type { Stats, StatsDeps } from './stats/create-stats.ts';
import type { StatsPageDeps } from './stats-page/create-stats-page.ts';
import { createVitals } from './vitals/create-vitals.ts';
import type { Websites } from './websites/create-websites.ts';

export interface AnalysesDeps extends Pick<StatsDeps, 'database' | 'databaseUrl' | 'replica'> {
  readonly websites: Websites['websites'];
  readonly logger: Logger;
}

export interface Analyses {
  readonly stats: Stats;
  readonly segmentFilters: StatsDeps['segmentFilters'];
  readonly goals: GoalsStore;
  readonly goalCounts: GoalCounts;
  /** What the statistics page shows. */
  readonly shown: Pick<StatsPageDeps, 'store' | 'segments' | 'annotations' | 'goals' | 'journeys' | 'vitals'>;
  readonly routers: readonly ApiRouter[];
  /** Ends the work in the background. */
  stop(): Promise<void>;
}

/** Puts together everything that answers questions about a website. */
export const createAnalyses = (deps: AnalysesDeps): Analyses => {
  const { database, websites } = deps;
  const segments = createSegments(database, websites);
  const segmentFilters: StatsDeps['segmentFilters'] = async (websiteId, id) =>
    (await segments.store.find(websiteId, id))?.filters;
  const stats = createStats({ ...deps, segmentFilters });
  const goalsStore = createGoalsStore(database);
  const funnelsStore = createFunnelsStore(database);
  const counts = createGoalCounts({
    store: createGoalDaysStore(database),
    async listsOf(websiteId) {
      const known = new Map((await goalsStore.list(websiteId)).map((goal) => [goal.id, goal]));
      const steps = (await funnelsStore.list(websiteId)).map((funnel) => rulesOf(funnel.steps, known));
      return [
        ...known.values().map((goal) => [goal]),
        ...steps.filter(({ length }) => length > 0).map((rules) => rules.map(({ rule }) => rule)),
      ];
    },
    logger: deps.logger,
    now: Date.now,
  });
  const counted = { websites, stats: stats.store, counts };
  const goals = createGoals({ ...counted, store: goalsStore });
  const funnels = createFunnels({ ...counted, store: funnelsStore, goals: goalsStore });
  const journeys = createJourneys({ database, websites });
  const vitals = createVitals({ database, websites });
  const annotations = createAnnotations(database, websites);
  return {
    stats,
    segmentFilters,
    goals: goalsStore,
    goalCounts: counts,
    shown: {
      store: stats.store,
      segments: segments.store,
      annotations: annotations.store,
      goals: {
        goals: goals.service,
        funnels: funnels.service,
        hasAny: async (websiteId) =>
          (await goalsStore.list(websiteId)).length + (await funnelsStore.list(websiteId)).length > 0,
      },
      journeys: journeys.service,
      vitals: vitals.store,
    },
    routers: [stats, vitals, goals, funnels, journeys, segments, annotations].map(({ router }) => router),
    async stop() {
      await Promise.all([stats.stop(), counts.stop()]);
    },
  };
};
