import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';
import type { Logger } from '@platform/runtime';

import { createCachedStatsStore } from './cached-stats-store.ts';
import { createRawEventsStore } from './export/raw-events-store.ts';
import { createStatsRouter } from './stats-router.ts';
import { createStatsService } from './stats-service.ts';
import type { StatsService, StatsServiceDeps } from './stats-service.ts';
import type { StatsStore } from './stats-store.ts';

export interface StatsDeps {
  readonly database: Database;
  readonly websites: StatsServiceDeps['websites'];
  readonly segmentFilters: StatsServiceDeps['segmentFilters'];
  readonly logger: Logger;
}

export interface Stats {
  /** For the features that show statistics: the page and the digests. */
  readonly store: StatsStore;
  /** For other ways to ask. */
  readonly service: StatsService;
  readonly router: ApiRouter;
  /** Ends the work in the background. */
  stop(): Promise<void>;
}

/** Puts the statistics together: the store, and the interface on it. */
export const createStats = ({ database, websites, segmentFilters, logger }: StatsDeps): Stats => {
  const cached = createCachedStatsStore(database, logger);
  const rawEvents = createRawEventsStore(database);
  const stats = createStatsService({
    websites,
    rawEvents,
    segmentFilters,
    store: cached.store,
    now: Date.now,
  });
  return {
    service: stats,
    store: cached.store,
    router: createStatsRouter({ stats }),
    stop: () => cached.stop(),
  };
};
