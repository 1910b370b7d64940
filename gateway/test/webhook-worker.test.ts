import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { createGuard } from '@platform/guard';
import { createIdentitySigner, generateIdentityKey } from '@platform/identity';
import { silentLogger } from '@platform/runtime';
import { eventually } from '@platform/testing';
import { typeid } from 'typeid-js';
import { createDeliveriesStore, storeDeliveries } from '../src/webhooks/deliveries-store.ts';
import { deliverDue, sendDelivery } from '../src/webhooks/deliver-due.ts';
import { createEventCollectors } from '../src/webhooks/start-webhook-jobs.ts';
import type { DueDelivery } from '../src/webhooks/webhook.ts';
import { createWebhooksStore } from '../src/webhooks/webhooks-store.ts';
import { startService, startTestbed } from './harness.ts';
import type { Testbed } from './harness.ts';
import { startOutbox, startReceiver } from './webhook-harness.ts';

let testbed: Testbed;
beforeAll(async () => {
  testbed = await startTestbed();
});
beforeEach(() => testbed.database.database('webhook_deliveries').delete());
afterAll(() => testbed.close());

describe('the collector', () => {
  it('takes the events of an area from any instance that answers', async () => {
    const { organisation } = (await testbed.issue()).key;
    const outbox = await startOutbox([{ id: 'evt_1', organisation }]);
    const [collect] = createEventCollectors({
      database: testbed.database.database,
      signer: await createIdentitySigner({ privateKey: generateIdentityKey() }),
      targets: { palette: ['http://127.0.0.1:1', outbox.url] },
      logger: silentLogger(),
    });
    await collect?.(new AbortController().signal);
    expect(outbox.left()).toEqual([]);
    await outbox.close();
  });

  it('asks a service without an outbox only now and then', async () => {
    const service = await startService((_request, response) => response.writeHead(404).end());
    const [collect] = createEventCollectors({
      database: testbed.database.database,
      signer: await createIdentitySigner({ privateKey: generateIdentityKey() }),
      targets: { palette: [service.url] },
      logger: silentLogger(),
    });
    const stopping = new AbortController();
    const collected = collect?.(stopping.signal).then(() => 'has asked again');
    // A service that fails is asked again after a second.
    expect(await Promise.race([collected, pause(1_500, 'waits')])).toBe('waits');
    stopping.abort();
    await collected;
    await service.close();
  });
});

const dueAt = (url: string): DueDelivery => ({
  id: 'dlv_1',
  attempt: 1,
  event: { id: 'evt_1', organisation: 'org_1', type: 'test', occurredAt: new Date(), data: {} },
  webhook: {
    id: 'whk_1',
    organisation: 'org_1',
    url,
    description: null,
    events: [],
    secret: Buffer.alloc(32, 1),
    oldSecret: null,
    oldSecretUntil: null,
    failingSince: null,
    disabledAt: null,
    disabledReason: null,
    createdAt: new Date(),
    updatedAt: new Date(),
  },
});

it.each<[string, RequestListener]>([
  ['in no gzip', (_request, response) => response.setHeader('Content-Encoding', 'gzip').end('nonsense')],
  ['in an unknown encoding', (_request, response) => response.setHeader('Content-Encoding', 'x').end('a')],
  [
    'that breaks off',
    (_request, response) => {
      response.write('half');
      setImmediate(() => response.destroy());
    },
  ],
  ['that never ends', (_request, response) => response.write('half')],
])('a webhook that answers 200 has its delivery, with a body %s', async (_, answer) => {
  const service = await startService(answer);
  const guard = createGuard({ allow: ['127.0.0.1'], userAgent: 'Test' });
  const sent = await sendDelivery(guard, dueAt(service.url), new AbortController().signal);
  expect(sent).toMatchObject({ attempt: { status: 200, error: null }, after: { outcome: 'delivered' } });
  await guard.close();
  await service.close();
});

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
  const logger = silentLogger();
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

it('a webhook can be removed while its deliveries are being recorded', async () => {
  const { database } = testbed.database;
  const { id: organisation } = await testbed.organisations.ensureOrganisation({ id: 'org_b', name: 'B' });
  const webhooks = createWebhooksStore(database);
  const deliveries = createDeliveriesStore(database);
  for (let round = 0; round < 20; round += 1) {
    const webhookId = typeid('whk').toString();
    const secret = Buffer.alloc(32, 1);
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
