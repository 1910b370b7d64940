import { OPERATORS_SCOPE } from '@platform/identity';
import type { IdentityVerifier } from '@platform/identity';
import { Router } from 'express';

import { authenticate } from './authenticate.ts';
import { readProcessStatus } from './process-status.ts';
import type { StatusSources } from './process-status.ts';

export interface StatusRouterDeps {
  status: StatusSources;
  identity: IdentityVerifier;
}

/**
 * `GET /status`: versions and queues of this process, for the gateway, which asks every instance in
 * an operator's name and doesn't route the path.
 */
export const statusRouter = ({ status, identity }: StatusRouterDeps): Router => {
  const router = Router();
  router.get('/status', async (request, response) => {
    await authenticate(request, identity, OPERATORS_SCOPE);
    response.json(await readProcessStatus(status));
  });
  return router;
};
