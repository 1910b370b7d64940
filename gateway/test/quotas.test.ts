import { eventually } from '@platform/testing';
import request from 'supertest';
import { typeid } from 'typeid-js';

import { createKeyCommands } from '../src/keys/cli.ts';
import { createQuotas } from '../src/usage/quotas.ts';
import { createQuotasStore } from '../src/usage/usage-store.ts';
import { bearer, startService, startTestbed } from './harness.ts';
import type { FakeService, Gateway, Testbed } from './harness.ts';

/** The gateways' present time, so that no month ends. */
const NOW = new Date('2026-11-20T12:00:00Z');

let testbed: Testbed;
let service: FakeService;
let gateways: Gateway[];
let organisation: string;
let key: string;
let tests = 0;

beforeAll(async () => {
  testbed = await startTestbed();
  service = await startService((incoming, response) => {
    if (incoming.url === '/api/v1/events') response.setHeader('X-Request-Usage', 'events=40');
    response.end('ok');
  });
  const targets = { analytics: service.url, reports: service.url, palette: service.url };
  const now = () => NOW;
  gateways = [await testbed.gateway({ targets, now }), await testbed.gateway({ targets, now })];
});

beforeEach(async () => {
  // Gateways remember what they have told an organisation.
  const own = { id: typeid('org').toString(), name: `Acme ${(tests += 1)}` };
  const issued = await testbed.issue({
    organisation: (await testbed.organisations.ensureOrganisation(own)).id,
  });
  [key, organisation] = [issued.text, issued.key.organisation];
  for (const unit of ['requests', 'events'] as const)
    await testbed.organisations.setQuota(organisation, unit, null);
  await testbed.database.database('usage').delete();
  await testbed.database.database('quota_events').delete();
});

afterAll(async () => {
  await testbed.close();
  await service.close();
});

const ask = (path: string, from = gateways[0]!) => request(from.url).get(path).set(bearer(key));

interface ShownQuota {
  unit: string;
  quota: number;
  used: number;
  reached: { percent: number }[];
}

/** Returns the quotas as a gateway shows them, which makes it reread them. */
const quotasOf = async (gateway: Gateway): Promise<ShownQuota[]> =>
  (await ask('/v1/usage', gateway).expect(200)).body.data.quotas;

describe('a quota of requests', () => {
  it('is shared by all gateways, and what goes beyond it is 429 with a code of its own', async () => {
    await testbed.organisations.setQuota(organisation, 'requests', 20);
    for (const gateway of gateways) await quotasOf(gateway);
    for (let sent = 0; sent < 12; sent += 1) await ask('/v1/workspaces').expect(200);
    await quotasOf(gateways[0]!);
    const [shown] = await quotasOf(gateways[1]!);
    // The requests that asked for the usage count as well.
    expect(shown).toMatchObject({ unit: 'requests', quota: 20, used: 16, reached: [{ percent: 80 }] });
    for (let sent = 0; sent < 4; sent += 1) await ask('/v1/workspaces', gateways[1]).expect(200);
    const refused = await ask('/v1/workspaces', gateways[1]).expect(429);
    expect(refused.body.error).toMatchObject({ code: 'quota_exceeded' });
    // Until the first of December.
    expect(refused.headers['retry-after']).toBe(String(10.5 * 86_400));
    const management = await ask('/api/v1/websites', gateways[1]).expect(429);
    expect(management.body).toMatchObject({ code: 'quota_exceeded', status: 429 });
    // Usage and keys stay within reach, and are not counted as if they were free.
    const [used] = await quotasOf(gateways[1]!);
    expect(used).toMatchObject({ used: 21, reached: [{ percent: 80 }, { percent: 100 }] });
    await testbed.organisations.setQuota(organisation, 'requests', 100);
    await quotasOf(gateways[1]!);
    await ask('/v1/workspaces', gateways[1]).expect(200);
  });

  it('does not concern other organisations', async () => {
    const other = await testbed.organisations.ensureOrganisation({ id: 'org_free', name: 'Free' });
    await testbed.organisations.setQuota(organisation, 'requests', 1);
    await quotasOf(gateways[0]!);
    await ask('/v1/workspaces').expect(429);
    const { text } = await testbed.issue({ organisation: other.id });
    await request(gateways[0]!.url).get('/v1/workspaces').set(bearer(text)).expect(200);
  });
});

describe('a quota of something that services make', () => {
  it('counts what they report, and tells them once it is used up; a client cannot tell them', async () => {
    await testbed.organisations.setQuota(organisation, 'events', 100);
    await quotasOf(gateways[0]!);
    for (let sent = 0; sent < 2; sent += 1)
      await ask('/api/v1/events').set('X-Quota-Exhausted', 'events').expect(200);
    expect(service.seen.at(-1)?.headers['x-quota-exhausted']).toBeUndefined();
    const [shown] = await quotasOf(gateways[0]!);
    expect(shown).toMatchObject({ unit: 'events', used: 80, reached: [{ percent: 80 }] });
    await ask('/api/v1/events').expect(200);
    await ask('/api/v1/events').expect(200);
    expect(service.seen.at(-1)?.headers['x-quota-exhausted']).toBe('events');
  });

  it('begins anew each month', async () => {
    await testbed.organisations.setQuota(organisation, 'events', 100);
    await testbed.database.database('usage').insert({
      organisation_id: organisation,
      day: '2026-01-31',
      key_id: 'key_x',
      area: 'analytics',
      events: 100,
    });
    let now = new Date('2026-01-31T23:59:59Z');
    const store = createQuotasStore(testbed.database.database);
    const quotas = createQuotas({ store, pending: () => 0, now: () => now });
    await quotas.refresh();
    expect(quotas.exhausted(organisation)).toBe('events');
    now = new Date('2026-02-01T00:00:00Z');
    expect(quotas.exhausted(organisation)).toBeUndefined();
    await quotas.refresh();
    expect(quotas.of(organisation)).toMatchObject([{ unit: 'events', used: 0 }]);
    expect(await store.events(organisation, '2026-01-01')).toMatchObject([{ percent: 80 }, { percent: 100 }]);
  });
});

it('tells webhooks once when 80 and 100 per cent are used, whichever gateway notices', async () => {
  const webhook = await request(gateways[0]!.url)
    .post('/v1/webhooks')
    .set(bearer(key))
    .send({ url: 'https://1.1.1.1/hook', events: ['quota.reached'] })
    .expect(201);
  await testbed.organisations.setQuota(organisation, 'events', 100);
  for (const gateway of gateways) await quotasOf(gateway);
  for (let sent = 0; sent < 3; sent += 1) await ask('/api/v1/events').expect(200);
  for (const gateway of [...gateways, ...gateways]) await quotasOf(gateway);
  const { body } = await ask(`/v1/webhooks/${webhook.body.data.id}/deliveries`).expect(200);
  const told = body.data.items.map(({ payload }: { payload: { data: object } }) => payload.data);
  const month = NOW.toISOString().slice(0, 7);
  expect(told).toHaveLength(2);
  for (const percent of [80, 100])
    expect(told).toContainEqual({ unit: 'events', percent, used: expect.any(Number), quota: 100, month });
});

it('is set on the command line', async () => {
  const { store, organisations, keys } = testbed;
  const run = createKeyCommands({ store, organisations, service: keys });
  const set = (amount: string) =>
    run(['quota', '--organisation', `Acme ${tests}`, '--unit', 'reports', '--amount', amount]);
  expect(await set('250')).toEqual({ exitCode: 0, output: `Acme ${tests}: 250 reports a month.\n` });
  await eventually(async () => {
    expect(await quotasOf(gateways[0]!)).toMatchObject([{ unit: 'reports', quota: 250, used: 0 }]);
  });
  expect(await set('none')).toMatchObject({ exitCode: 0 });
  expect(await quotasOf(gateways[0]!)).toEqual([]);
});
