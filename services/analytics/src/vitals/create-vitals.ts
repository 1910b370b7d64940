import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';

import { createVitalsRouter } from './vitals-router.ts';
import { createVitalsService } from './vitals-service.ts';
import type { VitalsServiceDeps } from './vitals-service.ts';
import { createVitalsStore } from './vitals-store.ts';
import type { VitalsStore } from './vitals-store.ts';

export interface VitalsDeps extends Pick<VitalsServiceDeps, 'websites'> {
  readonly database: Database;
}

/** Puts the web vitals together. */
export const createVitals = ({
  database,
  websites,
}: VitalsDeps): { store: VitalsStore; router: ApiRouter } => {
  const store = createVitalsStore(database);
  return { store, router: createVitalsRouter(createVitalsService({ websites, store, now: Date.now })) };
};
