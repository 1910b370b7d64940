import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';

import { createSegmentsRouter } from './segments-router.ts';
import { createSegmentsService } from './segments-service.ts';
import type { SegmentsServiceDeps } from './segments-service.ts';
import { createSegmentsStore } from './segments-store.ts';
import type { SegmentsStore } from './segments-store.ts';

export interface Segments {
  readonly router: ApiRouter;
  /** For the statistics page, which offers them, and for questions to the statistics. */
  readonly store: SegmentsStore;
}

/** Puts the segments together. */
export const createSegments = (database: Database, websites: SegmentsServiceDeps['websites']): Segments => {
  const store = createSegmentsStore(database);
  return {
    store,
    router: createSegmentsRouter(createSegmentsService({ websites, store })),
  };
};
