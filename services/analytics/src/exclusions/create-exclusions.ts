import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';

import { createExclusionsRouter } from './exclusions-router.ts';
import { createExclusionsService } from './exclusions-service.ts';
import type { ExclusionsServiceDeps } from './exclusions-service.ts';
import { createExclusionsStore } from './exclusions-store.ts';

export interface ExclusionsDeps {
  database: Database;
  websites: ExclusionsServiceDeps['websites'];
}

/** Puts together the previews of exclusions and the counts of what they dropped. */
export const createExclusions = ({ database, websites }: ExclusionsDeps): ApiRouter =>
  createExclusionsRouter({
    exclusions: createExclusionsService({ store: createExclusionsStore(database), websites }),
  });
