import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';

import { createFunnelsRouter } from './funnels-router.ts';
import { createFunnelsService } from './funnels-service.ts';
import type { FunnelsService, FunnelsServiceDeps } from './funnels-service.ts';
import { createFunnelsStore } from './funnels-store.ts';
import type { FunnelsStore } from './funnels-store.ts';

export interface FunnelsDeps extends Pick<FunnelsServiceDeps, 'websites' | 'stats' | 'goals'> {
  readonly database: Database;
}

export interface Funnels {
  readonly service: FunnelsService;
  readonly store: FunnelsStore;
  readonly router: ApiRouter;
}

/** Puts the funnels together. */
export const createFunnels = ({ database, websites, stats, goals }: FunnelsDeps): Funnels => {
  const store = createFunnelsStore(database);
  const service = createFunnelsService({ websites, stats, goals, store, now: Date.now });
  return { service, store, router: createFunnelsRouter(service) };
};
