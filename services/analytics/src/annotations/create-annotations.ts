import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';

import { createAnnotationsRouter } from './annotations-router.ts';
import { createAnnotationsService } from './annotations-service.ts';
import type { AnnotationsServiceDeps } from './annotations-service.ts';
import { createAnnotationsStore } from './annotations-store.ts';
import type { AnnotationsStore } from './annotations-store.ts';

export interface Annotations {
  readonly router: ApiRouter;
  /** For the statistics page, which shows them on its chart. */
  readonly store: AnnotationsStore;
}

/** Puts the annotations together. */
export const createAnnotations = (
  database: Database,
  websites: AnnotationsServiceDeps['websites'],
): Annotations => {
  const store = createAnnotationsStore(database);
  return {
    store,
    router: createAnnotationsRouter(createAnnotationsService({ websites, store, now: Date.now })),
  };
};
