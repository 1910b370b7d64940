import type { ApiRouter } from '@platform/http';

import { createGoalsRouter } from './goals-router.ts';
import { createGoalsService } from './goals-service.ts';
import type { GoalsService, GoalsServiceDeps } from './goals-service.ts';

export type GoalsDeps = Omit<GoalsServiceDeps, 'now'>;

export interface Goals {
  readonly service: GoalsService;
  readonly router: ApiRouter;
}

/** Puts the goals together. */
export const createGoals = (deps: GoalsDeps): Goals => {
  const goals = createGoalsService({ ...deps, now: Date.now });
  return { service: goals, router: createGoalsRouter(goals) };
};
