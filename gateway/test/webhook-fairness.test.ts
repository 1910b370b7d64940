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

/** A server that takes requests and answers none. */
const startSilent = async () => {
  let begun = 0;
  const server = createServer(() => {
    begun += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    begun: () => begun,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** An organisation with these webhooks, and a way to make deliveries. */
const startOrganisation = async (organisation: string, urls: Record<string, string>) => {
  const { database } = testbed.database;
  await testbed.organisations.ensureOrganisation({ id: organisation, name: organisation });
  const webhooks = createWebhooksStore(database);
  const secret = Buffer.alloc(32, 1);
  for (const [id, url] of Object.entries(urls))
    await webhooks.insert({ id, organisation, url, description: null, events: [], secret }, 100);
  return (webhookId: string, count: number): Promise<void> =>
    storeDeliveries(
      database,
      Array.from({ length: count }, (_, index) => ({
        webhookId,
        event: { id: `${webhookId}_${index}`, organisation, type: 'test', occurredAt: new Date(), data: {} },
      })),
    );
};

const startDelivering = () => {
  const guard = createGuard({ allow: ['127.0.0.1'], userAgent: 'Test' });
  const stopping = new AbortController();
  const store = createDeliveriesStore(testbed.database.database);
  const logger = createLogger({ name: 'test', level: 'silent' });
  const delivering = deliverDue({ store, guard, leaseSeconds: 60, logger }, stopping.signal);
  return async (): Promise<void> => {
    stopping.abort();
    await delivering;
    await guard.close();
  };
};

it('a webhook that never answers does not hold up the others', async () => {
  const silent = await startSilent();
  const receiver = await startReceiver();
  const send = await startOrganisation('org_a', { whk_silent: silent.url, whk_quick: receiver.url });
  await send('whk_silent', 60);
  const stop = startDelivering();
  await eventually(() => {
    expect(silent.begun()).toBeGreaterThan(0);
  });
  await send('whk_quick', 30);
  await eventually(() => {
    expect(receiver.received).toHaveLength(30);
  });
  expect(silent.begun()).toBeLessThan(20);
  await stop();
  await receiver.close();
  silent.close();
});

describe('an organisation', () => {
  beforeEach(() => testbed.database.database('webhook_deliveries').delete());

  it('with many webhooks that never answer does not hold up the others', async () => {
    const receiver = await startReceiver();
    // The guard opens few connections to one address.
    const silent = await Promise.all(Array.from({ length: 6 }, startSilent));
    const begun = (): number => silent.reduce((sum, server) => sum + server.begun(), 0);
    const urls = Object.fromEntries(silent.map(({ url }, index) => [`whk_silent_${index}`, url]));
    const send = await startOrganisation('org_silent', urls);
    for (const name of Object.keys(urls)) await send(name, 10);
    const stop = startDelivering();
    await eventually(() => {
      expect(begun()).toBeGreaterThanOrEqual(8);
    });
    const sendQuickly = await startOrganisation('org_quick', { whk_other: receiver.url });
    await sendQuickly('whk_other', 30);
    await eventually(() => {
      expect(receiver.received).toHaveLength(30);
    });
    expect(begun()).toBe(8);
    await stop();
    await receiver.close();
    for (const server of silent) server.close();
  });

  it('with much to deliver takes turns with the others', async () => {
    const nowhere = 'http://127.0.0.1:1/';
    await (
      await startOrganisation('org_much', { whk_much: nowhere, whk_more: nowhere })
    )('whk_much', 10);
    await (
      await startOrganisation('org_little', { whk_little: nowhere })
    )('whk_little', 10);
    const store = createDeliveriesStore(testbed.database.database);
    const share = { limit: 4, each: 3, ofOrganisation: 4 };
    const namesOf = async (underWay: Record<string, number>): Promise<string[]> => {
      const due = await store.claim({ ...share, underWay: new Map(Object.entries(underWay)) }, 60);
      return due.map(({ webhook }) => webhook.id).sort();
    };
    expect(await namesOf({})).toEqual(['whk_little', 'whk_little', 'whk_much', 'whk_much']);
    expect(await namesOf({ org_little: 2, whk_little: 2, org_much: 3, whk_much: 1 })).toEqual([
      'whk_little',
      'whk_much',
    ]);
    expect(await namesOf({ org_little: 4, org_much: 4 })).toEqual([]);
  });
});
