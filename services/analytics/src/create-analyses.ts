import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';
import type { Logger } from '@platform/runtime';

import { createAnnotationsRouter } from './annotations/annotations-router.ts';
import { createAnnotationsService } from './annotations/annotations-service.ts';
import type { AnnotationsServiceDeps } from './annotations/annotations-service.ts';
import { createAnnotationsStore } from './annotations/annotations-store.ts';
import type { AnnotationsStore } from './annotations/annotations-store.ts';
import { rulesOf } from './funnels/count-funnels.ts';
import { createFunnelsRouter } from './funnels/funnels-router.ts';
import { createFunnelsService } from './funnels/funnels-service.ts';
import type { FunnelsService, FunnelsServiceDeps } from './funnels/funnels-service.ts';
import { createFunnelsStore } from './funnels/funnels-store.ts';
import { createGoalCounts } from './goals/days/goal-counts.ts';
import type { GoalCounts } from './goals/days/goal-counts.ts';
import { createGoalDaysStore } from './goals/days/goal-days-store.ts';
import { reachedFilter } from './goals/goal.ts';
import { createGoalsRouter } from './goals/goals-router.ts';
import { createGoalsService } from './goals/goals-service.ts';
import type { GoalsService, GoalsServiceDeps } from './goals/goals-service.ts';
import { createGoalsStore } from './goals/goals-store.ts';
import type { GoalsStore } from './goals/goals-store.ts';
import { createJourneysRouter, createJourneysService } from './journeys/journeys-router.ts';
import type { JourneysService, JourneysServiceDeps } from './journeys/journeys-router.ts';
import { createJourneysStore } from './journeys/journeys-store.ts';
import { createReturnsRouter, createReturnsService } from './returns/returns-router.ts';
import { createReturnsStore } from './returns/returns-store.ts';
import { createSegmentsRouter } from './segments/segments-router.ts';
import { createSegmentsService } from './segments/segments-service.ts';
import type { SegmentsServiceDeps } from './segments/segments-service.ts';
import { createSegmentsStore } from './segments/segments-store.ts';
import type { SegmentsStore } from './segments/segments-store.ts';
import { createStats } from './stats/create-stats.ts';
import type { Stats, StatsDeps } from './stats/create-stats.ts';
import { createVitalsRouter, createVitalsService } from './vitals/vitals-router.ts';
import type { VitalsServiceDeps } from './vitals/vitals-router.ts';
import { createVitalsStore } from './vitals/vitals-store.ts';
import type { VitalsStore } from './vitals/vitals-store.ts';
import type { Websites } from './websites/create-websites.ts';

interface Annotations {
  readonly router: ApiRouter;
  /** For the statistics page, which shows them on its chart. */
  readonly store: AnnotationsStore;
}

/** Puts the annotations together. */
const createAnnotations = (database: Database, websites: AnnotationsServiceDeps['websites']): Annotations => {
  const store = createAnnotationsStore(database);
  return {
    store,
    router: createAnnotationsRouter(createAnnotationsService({ websites, store, now: Date.now })),
  };
};

interface Segments {
  readonly router: ApiRouter;
  /** For the statistics page, which offers them, and for questions to the statistics. */
  readonly store: SegmentsStore;
}

/** Puts the segments together. */
const createSegments = (database: Database, websites: SegmentsServiceDeps['websites']): Segments => {
  const store = createSegmentsStore(database);
  return {
    store,
    router: createSegmentsRouter(createSegmentsService({ websites, store })),
  };
};

interface VitalsDeps extends Pick<VitalsServiceDeps, 'questions'> {
  readonly database: Database;
}

/** Puts the web vitals together. */
const createVitals = ({ database, questions }: VitalsDeps): { store: VitalsStore; router: ApiRouter } => {
  const store = createVitalsStore(database);
  return { store, router: createVitalsRouter(createVitalsService({ questions, store })) };
};

/** Puts together the counts of visitors who come back on the same day. */
const createReturns = ({ database, questions }: VitalsDeps): ApiRouter =>
  createReturnsRouter(createReturnsService({ questions, store: createReturnsStore(database) }));

interface JourneysDeps extends Pick<JourneysServiceDeps, 'questions'> {
  readonly database: Database;
}

/** Puts the journeys together. */
const createJourneys = ({
  database,
  questions,
}: JourneysDeps): { service: JourneysService; router: ApiRouter } => {
  const store = createJourneysStore(database);
  const service = createJourneysService({ questions, store });
  return { service, router: createJourneysRouter(service) };
};

interface Goals {
  readonly service: GoalsService;
  readonly router: ApiRouter;
}

/** Puts the goals together. */
const createGoals = (deps: GoalsServiceDeps): Goals => {
  const goals = createGoalsService(deps);
  return { service: goals, router: createGoalsRouter(goals) };
};

interface Funnels {
  readonly service: FunnelsService;
  readonly router: ApiRouter;
}

/** Puts the funnels together. */
const createFunnels = (deps: FunnelsServiceDeps): Funnels => {
  const service = createFunnelsService(deps);
  return { service, router: createFunnelsRouter(service) };
};

interface AnalysesDeps extends Pick<StatsDeps, 'database' | 'databaseUrl' | 'replica'> {
  readonly websites: Websites['websites'];
  readonly logger: Logger;
}

interface Analyses {
  readonly stats: Stats;
  readonly goals: GoalsStore;
  readonly goalCounts: GoalCounts;
  /** The use cases of goals and funnels, for clients of other products. */
  readonly records: { readonly goals: GoalsService; readonly funnels: FunnelsService };
  readonly vitals: VitalsStore;
  readonly routers: readonly ApiRouter[];
  /** Ends the work in the background. */
  stop(): Promise<void>;
}

/** The record of an id, or else of a name. */
const named = <Item extends { readonly id: number; readonly name: string }>(
  items: readonly Item[],
  text: string,
): Item | undefined => items.find(({ id }) => String(id) === text) ?? items.find(({ name }) => name === text);

/** Puts together everything that answers questions about a website. */
export const createAnalyses = (deps: AnalysesDeps): Analyses => {
  const { database, websites } = deps;
  const segments = createSegments(database, websites);
  const goalsStore = createGoalsStore(database);
  const stats = createStats({
    ...deps,
    named: {
      async goal(websiteId, name) {
        const goal = named(await goalsStore.list(websiteId), name);
        return goal && reachedFilter(goal);
      },
      segment: async (websiteId, name) => named(await segments.store.list(websiteId), name)?.filters,
    },
  });
  const { questions } = stats;
  const funnelsStore = createFunnelsStore(database);
  const counts = createGoalCounts({
    store: createGoalDaysStore(database),
    stats: stats.store,
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
  const counted = { questions, stats: stats.store, counts };
  const goals = createGoals({ ...counted, store: goalsStore });
  const funnels = createFunnels({ ...counted, store: funnelsStore, goals: goalsStore });
  const journeys = createJourneys({ database, questions });
  const vitals = createVitals({ database, questions });
  const annotations = createAnnotations(database, websites);
  return {
    stats,
    goals: goalsStore,
    goalCounts: counts,
    records: { goals: goals.service, funnels: funnels.service },
    vitals: vitals.store,
    routers: [
      ...[stats, vitals, goals, funnels, journeys, segments, annotations].map(({ router }) => router),
      createReturns({ database, questions }),
    ],
    async stop() {
      await Promise.all([stats.stop(), counts.stop()]);
    },
  };
};
