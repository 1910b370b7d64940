import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';

import { createGoalsRouter } from './goals-router.ts';
import { createGoalsService } from './goals-service.ts';
import type { GoalsService, GoalsServiceDeps } from './goals-service.ts';
import { createGoalsStore } from './goals-store.ts';
import type { GoalsStore } from './goals-store.ts';

export interface GoalsDeps extends Pick<GoalsServiceDeps, 'websites' | 'stats'> {
  readonly database: Database;
}

export interface Goals {
  readonly service: GoalsService;
  readonly router: ApiRouter;
  /** For funnels, whose steps are goals. */
  readonly store: GoalsStore;
}

/** Puts the goals together. */
export const createGoals = ({ database, websites, stats }: GoalsDeps): Goals => {
  const store = createGoalsStore(database);
  const goals = createGoalsService({ websites, stats, store, now: Date.now });
  return { store, service: goals, router: createGoalsRouter(goals) };
};
