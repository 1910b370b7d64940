import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';
import { createRepeatingJob } from '@platform/runtime';
import type { RepeatingJob } from '@platform/runtime';

import type { GoalsStore } from '../goals/goals-store.ts';
import { createAlertWatch } from './alert-watch.ts';
import type { AlertWatchDeps } from './alert-watch.ts';
import { createAlertWatchStore } from './alert-watch-store.ts';
import { createAlertsRouter } from './alerts-router.ts';
import { createAlertsService } from './alerts-service.ts';
import type { AlertsServiceDeps } from './alerts-service.ts';
import { createAlertsStore } from './alerts-store.ts';

export interface AlertsDeps extends Omit<AlertWatchDeps, 'store' | 'goals' | 'now'> {
  readonly database: Database;
  readonly websites: AlertsServiceDeps['websites'];
  readonly goals: GoalsStore;
}

export interface Alerts {
  readonly router: ApiRouter;
  readonly job: RepeatingJob;
}

/** The delay of an alert. */
const EVERY_MS = 60_000;

/** Puts the alerts together. */
export const createAlerts = (deps: AlertsDeps): Alerts => {
  const { database, websites, goals, defaultRecipients, logger } = deps;
  const store = createAlertsStore(database);
  const watch = createAlertWatch({ ...deps, store: createAlertWatchStore(database), now: Date.now });
  return {
    router: createAlertsRouter(createAlertsService({ websites, store, goals, defaultRecipients })),
    job: createRepeatingJob({
      name: 'watching over alerts',
      run: (signal) => watch.run(signal),
      everyMilliseconds: EVERY_MS,
      logger,
    }),
  };
};
