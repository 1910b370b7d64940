import { silentLogger } from '@platform/runtime';
import request from 'supertest';

import { createUsageRecorder } from '../src/usage/usage.ts';
import type { Usage } from '../src/usage/usage-store.ts';
import { bearer, startService, startTestbed } from './harness.ts';
import type { FakeService, Gateway, Testbed } from './harness.ts';

/** The gateways' present time, so that no midnight passes. */
const NOW = new Date('2026-11-20T12:00:00Z');

let testbed: Testbed;
let service: FakeService;
let gateways: Gateway[];

beforeAll(async () => {
  testbed = await startTestbed();
  service = await startService((incoming, response) => {
    if (incoming.url === '/api/v1/reports') response.setHeader('X-Request-Usage', 'reports=1');
    if (incoming.url === '/v1/tokens/export') response.setHeader('X-Request-Usage', 'exports=1');
    if (incoming.url === '/api/v1/events') response.setHeader('X-Request-Usage', 'events=250');
    if (incoming.url === '/v1/rubbish') response.setHeader('X-Request-Usage', 'requests=-5; gold=1');
    response.end('ok');
  });
  const targets = { analytics: service.url, reports: service.url, palette: service.url };
  const now = () => NOW;
  gateways = [await testbed.gateway({ targets, now }), await testbed.gateway({ targets, now })];
});

afterAll(async () => {
  await testbed.close();
  await service.close();
});

const today = (): string => NOW.toISOString().slice(0, 10);

describe('GET /v1/usage', () => {
  it('shows what a single key has used, and nothing of another organisation’s', async () => {
    const { id } = await testbed.organisations.ensureOrganisation({ id: 'org_one', name: 'One' });
    const [first, second] = [
      await testbed.issue({ organisation: id }),
      await testbed.issue({ organisation: id }),
    ];
    const { url } = gateways[0]!;
    await request(url).get('/api/v1/websites').set(bearer(first.text)).expect(200);
    await request(url).get('/api/v1/websites').set(bearer(second.text)).expect(200);
    await request(url).get('/api/v1/websites').set(bearer(second.text)).expect(200);
    const used = async (keyId: string) => {
      const { body } = await request(url)
        .get('/v1/usage')
        .query({ key_id: keyId })
        .set(bearer(first.text))
        .expect(200);
      return (body.data.items as { area: string; key_id: string; requests: number }[])
        .filter(({ area }) => area === 'analytics')
        .map(({ key_id, requests }) => ({ key_id, requests }));
    };
    expect(await used(second.key.id)).toEqual([{ key_id: second.key.id, requests: 2 }]);
    const stranger = await testbed.issue();
    expect(await used(stranger.key.id)).toEqual([]);
    expect(await used('nothing')).toEqual([]);
  });

  it('agrees with an independent count over two gateways, by day, key and area', async () => {
    const { id } = await testbed.organisations.ensureOrganisation({ id: 'org_use', name: 'Use' });
    const keys = [
      await testbed.issue({ organisation: id }),
      await testbed.issue({ organisation: id, scopes: ['reports:write'] }),
    ];
    const expected = new Map<string, number>();
    const paths = {
      '/api/v1/websites': 'analytics',
      '/api/v1/events': 'analytics',
      '/api/v1/reports': 'reports',
      '/v1/tokens/export': 'palette',
      '/v1/rubbish': 'palette',
    };
    let events = 0;
    for (let sent = 0; sent < 120; sent += 1) {
      const [path, area] = Object.entries(paths)[sent % 5]!;
      const { key, text } = keys[sent % 3 === 0 ? 1 : 0]!;
      const answer = await request(gateways[sent % 2]!.url)
        .get(path)
        .set(bearer(text))
        .expect(200);
      expect(answer.headers['x-request-usage']).toBeUndefined();
      const name = `${key.id} ${area}`;
      expected.set(name, (expected.get(name) ?? 0) + 1);
      if (path === '/api/v1/events') events += 250;
    }
    await request(gateways[0]!.url).get('/v1/tokens/export').expect(401);
    await gateways[1]!.close();

    const answer = await request(gateways[0]!.url).get('/v1/usage').set(bearer(keys[0]!.text)).expect(200);
    const { data } = answer.body;
    expect(data).toMatchObject({ from: `${today().slice(0, 7)}-01`, to: today() });
    const items = data.items.filter(({ area }: { area: string }) => area !== 'gateway');
    const counted = new Map(
      items.map((item: { key_id: string; area: string; requests: number }) => [
        `${item.key_id} ${item.area}`,
        item.requests,
      ]),
    );
    expect(counted).toEqual(expected);
    expect(data.total).toEqual({ requests: 121, events, reports: 24, exports: 24 });
  });

  it.each([
    ['from=2026-02-30', 'from'],
    ['to=yesterday', 'to'],
    ['to=0000-01-01', 'to'],
    ['from=2026-11-02&to=2026-11-01', 'to'],
    ['from=2024-01-01&to=2026-01-01', 'from'],
    ['from=2026-11-02T00:00:00Z', 'from'],
  ])('refuses %s', async (query, field) => {
    const { text } = await testbed.issue();
    const answer = await request(gateways[0]!.url).get(`/v1/usage?${query}`).set(bearer(text)).expect(400);
    expect(answer.body.error.details[0].field).toBe(field);
  });

  it('requires the scope usage:read, and hides other organisations', async () => {
    const { text } = await testbed.issue({ scopes: ['websites:read'] });
    await request(gateways[0]!.url).get('/v1/usage').set(bearer(text)).expect(403);
    const { id } = await testbed.organisations.ensureOrganisation({ id: 'org_new', name: 'New' });
    const other = await testbed.issue({ organisation: id, scopes: ['usage:read'] });
    const { body } = await request(gateways[0]!.url)
      .get('/v1/usage?from=2026-01-01&to=2026-12-31')
      .set(bearer(other.text))
      .expect(200);
    expect(body.data.items).toEqual([expect.objectContaining({ key_id: other.key.id, area: 'gateway' })]);
  });
});

describe('the recorder', () => {
  it('loses nothing while the database is down', async () => {
    const stored: Usage[] = [];
    let isDown = true;
    const recorder = createUsageRecorder(
      {
        add: (usages) => {
          if (isDown) return Promise.reject(new Error('down'));
          stored.push(...usages.map((usage) => ({ ...usage })));
          return Promise.resolve();
        },
      },
      silentLogger(),
    );
    const { key } = await testbed.issue();
    for (let count = 0; count < 3; count += 1) recorder.recordRequest(key, 'palette');
    await recorder.flush();
    recorder.recordRequest(key, 'palette');
    recorder.recordUnits(key, 'palette', { name: 'exports', amount: 2 });
    isDown = false;
    await recorder.close();
    expect(stored).toMatchObject([{ keyId: key.id, area: 'palette', requests: 4, exports: 2 }]);
  });
});
