import { readSchemaVersion } from '@platform/database';
import type { Database } from '@platform/database';
import { readProcessStatus } from '@platform/http';
import type { ApiRouter, Health } from '@platform/http';
import type { IdentitySigner } from '@platform/identity';

import type { Proxies } from '../forwarding/proxy.ts';
import { forEachArea } from '../service-areas.ts';
import { createStatusRouter } from './status-router.ts';
import { createStatusService } from './status-service.ts';
import { createWebhookQueueStore } from './webhook-queue-store.ts';

export interface StatusDeps {
  database: Database;
  health: Health;
  proxies: Proxies;
  signer: Pick<IdentitySigner, 'sign'>;
}

/** Shows operators how the platform is. */
export const createStatus = ({ database, health, proxies, signer }: StatusDeps): ApiRouter => {
  const webhooks = createWebhookQueueStore(database);
  const status = createStatusService({
    instances: () => forEachArea((area) => proxies[area].instances()),
    own: async () => ({
      readiness: { failing: await health.failing(), degraded: health.degraded() },
      process: await readProcessStatus({
        schema: () => readSchemaVersion(database),
        queues: { webhooks },
      }),
    }),
  });
  return createStatusRouter({ status, signer });
};
