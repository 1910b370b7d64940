import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';

import { createOverviewRouter } from './overview-router.ts';
import { createOverviewService } from './overview-service.ts';
import type { OverviewServiceDeps } from './overview-service.ts';
import { createOverviewStore } from './overview-store.ts';

export interface OverviewDeps extends Omit<OverviewServiceDeps, 'store' | 'now'> {
  readonly database: Database;
  readonly publicUrl: string;
}

/** Puts the overview together. */
export const createOverview = ({ database, publicUrl, ...deps }: OverviewDeps): ApiRouter =>
  createOverviewRouter(
    createOverviewService({ ...deps, store: createOverviewStore(database), now: Date.now }),
    publicUrl,
  );
