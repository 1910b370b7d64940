import { randomBytes } from 'node:crypto';

import { typeid } from 'typeid-js';

import { createDeliveriesStore } from '../src/webhooks/deliveries-store.ts';
import { storeDeliveries } from '../src/webhooks/webhook-events-store.ts';
import { createWebhooksStore } from '../src/webhooks/webhooks-store.ts';
import { startTestbed } from './harness.ts';
import type { Testbed } from './harness.ts';

let testbed: Testbed;

beforeAll(async () => {
  testbed = await startTestbed();
});

afterAll(() => testbed.close());

it('a webhook can be removed while its deliveries are being recorded', async () => {
  const { database } = testbed.database;
  const { id: organisation } = await testbed.organisations.ensureOrganisation({ id: 'org_a', name: 'A' });
  const webhooks = createWebhooksStore(database);
  const deliveries = createDeliveriesStore(database);
  for (let round = 0; round < 20; round += 1) {
    const webhookId = typeid('whk').toString();
    const secret = randomBytes(32);
    const url = 'https://hooks.example/';
    await webhooks.insert({ id: webhookId, organisation, url, description: null, events: [], secret }, 100);
    const events = Array.from({ length: 8 }, (_, index) => ({
      id: `evt_${round}_${index}`,
      organisation,
      type: 'test' as never,
      occurredAt: new Date().toISOString() as never,
      data: {},
    }));
    await storeDeliveries(
      database,
      events.map((event) => ({ webhookId, event })),
    );
    const due = await deliveries.claim(
      { limit: 100, each: 100, ofOrganisation: 100, underWay: new Map() },
      60,
    );
    const attempt = { at: new Date().toISOString(), status: 500 } as never;
    const after = { outcome: 'failed', switchOff: null } as const;
    await Promise.all([
      ...due.map((delivery) => deliveries.record(delivery, attempt, after)),
      webhooks.remove(organisation, webhookId),
    ]);
    expect(await webhooks.find(organisation, webhookId)).toBeUndefined();
  }
});
