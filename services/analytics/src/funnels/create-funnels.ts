import type { ApiRouter } from '@platform/http';

import { createFunnelsRouter } from './funnels-router.ts';
import { createFunnelsService } from './funnels-service.ts';
import type { FunnelsService, FunnelsServiceDeps } from './funnels-service.ts';

export type FunnelsDeps = Omit<FunnelsServiceDeps, 'now'>;

export interface Funnels {
  readonly service: FunnelsService;
  readonly router: ApiRouter;
}

/** Puts the funnels together. */
export const createFunnels = (deps: FunnelsDeps): Funnels => {
  const service = createFunnelsService({ ...deps, now: Date.now });
  return { service, router: createFunnelsRouter(service) };
};
