import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';

import { createJourneysRouter } from './journeys-router.ts';
import { createJourneysService } from './journeys-service.ts';
import type { JourneysService, JourneysServiceDeps } from './journeys-service.ts';
import { createJourneysStore } from './journeys-store.ts';

export interface JourneysDeps extends Pick<JourneysServiceDeps, 'websites'> {
  readonly database: Database;
}

/** Puts the journeys together. */
export const createJourneys = ({
  database,
  websites,
}: JourneysDeps): { service: JourneysService; router: ApiRouter } => {
  const store = createJourneysStore(database);
  const service = createJourneysService({ websites, store, now: Date.now });
  return { service, router: createJourneysRouter(service) };
};
