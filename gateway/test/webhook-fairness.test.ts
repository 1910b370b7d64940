import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createGuard } from '@platform/guard';
import { createLogger } from '@platform/runtime';
import { eventually } from '@platform/testing';

import { createDeliveriesStore } from '../src/webhooks/deliveries-store.ts';
import { deliverDue } from '../src/webhooks/deliver-due.ts';
import { storeDeliveries } from '../src/webhooks/webhook-events-store.ts';
import { createWebhooksStore } from '../src/webhooks/webhooks-store.ts';
import { startTestbed } from './harness.ts';
import type { Testbed } from './harness.ts';
import { startReceiver } from './webhook-harness.ts';

let testbed: Testbed;
beforeAll(async () => {
  testbed = await startTestbed();
});
afterAll(() => testbed.close());

it('a webhook that never answers does not hold up the others', async () => {
  const { database } = testbed.database;
  const { id: organisation } = await testbed.organisations.ensureOrganisation({ id: 'org_a', name: 'A' });
  let begun = 0;
  const silent = createServer(() => {
    begun += 1;
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const receiver = await startReceiver();
  const secret = Buffer.alloc(32, 1);
  const webhooks = createWebhooksStore(database);
  const urls = {
    whk_silent: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`,
    whk_quick: receiver.url,
  };
  for (const [id, url] of Object.entries(urls))
    await webhooks.insert({ id, organisation, url, description: null, events: [], secret }, 100);
  const send = (webhookId: string, count: number): Promise<void> =>
    storeDeliveries(
      database,
      Array.from({ length: count }, (_, index) => ({
        webhookId,
        event: { id: `${webhookId}_${index}`, organisation, type: 'test', occurredAt: new Date(), data: {} },
      })),
    );
  await send('whk_silent', 60);

  const guard = createGuard({ allow: ['127.0.0.1'], userAgent: 'Test' });
  const stopping = new AbortController();
  const store = createDeliveriesStore(database);
  const logger = createLogger({ name: 'test', level: 'silent' });
  const delivering = deliverDue({ store, guard, leaseSeconds: 60, logger }, stopping.signal);
  await eventually(() => {
    expect(begun).toBeGreaterThan(0);
  });
  await send('whk_quick', 30);
  await eventually(() => {
    expect(receiver.received).toHaveLength(30);
  });
  expect(begun).toBeLessThan(20);

  stopping.abort();
  await delivering;
  await guard.close();
  await receiver.close();
  silent.closeAllConnections();
  silent.close();
});
