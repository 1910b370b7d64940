import type { Database } from '@platform/database';
import type { Guard } from '@platform/guard';
import { createCursors } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { createDeliveriesRouter } from './deliveries-router.ts';
import { createDeliveriesStore } from './deliveries-store.ts';
import { storeDeliveries } from './webhook-events-store.ts';
import { createWebhooksRouter } from './webhooks-router.ts';
import { createWebhooksService } from './webhooks-service.ts';
import { createWebhooksStore } from './webhooks-store.ts';

export interface WebhooksDeps {
  database: Database;
  cursorSecret: Buffer;
  guard: Pick<Guard, 'check'>;
}

/** The API that manages webhooks. The webhook worker sends what they ask for. */
export const createWebhooks = ({ database, cursorSecret, guard }: WebhooksDeps): ApiRouter[] => {
  const webhooks = createWebhooksService({
    store: createWebhooksStore(database),
    deliveries: createDeliveriesStore(database),
    storeDelivery: (webhookId, event) => storeDeliveries(database, [{ webhookId, event }]),
    cursors: createCursors(cursorSecret),
    checkUrl: (url) => guard.check(url),
  });
  return [createWebhooksRouter({ webhooks }), createDeliveriesRouter({ webhooks })];
};
