import { randomBytes } from 'node:crypto';

import { eventually } from '@platform/testing';
import request from 'supertest';

import { generateKey } from '../src/keys/api-key.ts';
import { bearer, startService, untilListening } from './harness.ts';
import type { FakeService, Gateway } from './harness.ts';
import { statuses, useLimits } from './limits-harness.ts';

/** Time is frozen: however slow the machine is, a minute never ends within a test. */
const NOW = new Date();
const { testbed, startGateway } = useLimits({ now: () => NOW });

describe('the limit of a key', () => {
  it('is announced in headers and enforced', async () => {
    const gateway = await startGateway();
    const { text } = await testbed().issue({ rateLimit: 3 });
    const ask = () => request(gateway.url).get('/v1/workspaces').set(bearer(text));
    for (const left of [2, 1, 0]) {
      const answer = await ask().expect(200);
      expect(answer.headers['ratelimit']).toBe(`"key"; r=${left}; t=60`);
      expect(answer.headers['ratelimit-policy']).toMatch(/^"key"; q=3; w=60; pk=:[\w=+/]+:$/);
    }
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.body.error.code).toBe('rate_limit_exceeded');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(60);
    expect(refused.headers['ratelimit']).toMatch(/r=0/);
    const management = await request(gateway.url).get('/api/v1/websites').set(bearer(text));
    expect(management.status).toBe(429);
    expect(management.body).toMatchObject({ status: 429, request_id: expect.any(String) });
  });

  it('counts each message of a batch to /mcp', async () => {
    const gateway = await startGateway();
    const { text } = await testbed().issue({ rateLimit: 100 });
    const messages = Array.from({ length: 60 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }));
    const ask = () => request(gateway.url).post('/mcp').set(bearer(text)).send(messages);
    expect((await ask()).body).toHaveLength(60);
    const next = await request(gateway.url).get('/v1/workspaces').set(bearer(text));
    expect(next.headers['ratelimit']).toBe('"key"; r=39; t=60');
    await ask();
    expect((await ask()).status).toBe(429);
  });

  it('is 600 a minute by default, counted per key', async () => {
    const gateway = await startGateway();
    const [first, second] = [await testbed().issue(), await testbed().issue()];
    expect(await statuses(650, [gateway], first.text)).toEqual(
      new Map([
        [200, 600],
        [429, 50],
      ]),
    );
    expect(await statuses(5, [gateway], second.text)).toEqual(new Map([[200, 5]]));
  });

  it('can be turned off for public paths alone', async () => {
    const gateway = await startGateway({ publicLimitPerMinute: 0 });
    const answer = await request(gateway.url).get('/t.js').expect(200);
    expect(answer.headers['ratelimit']).toBeUndefined();
    const { text } = await testbed().issue();
    expect(
      (await request(gateway.url).get('/v1/workspaces').set(bearer(text))).headers['ratelimit'],
    ).toBeDefined();
  });

  it('can be turned off', async () => {
    const gateway = await startGateway({ limitPerMinute: 0 });
    const { text } = await testbed().issue({ rateLimit: 1 });
    expect(await statuses(20, [gateway], text)).toEqual(new Map([[200, 20]]));
    const answer = await request(gateway.url).get('/t.js');
    expect(answer.headers['ratelimit']).toBeUndefined();
  });
});

describe('a large body', () => {
  let reader: FakeService;

  beforeAll(async () => {
    reader = await startService((incoming, response) => {
      incoming.resume().on('end', () => response.end('{}'));
    });
  });
  afterAll(() => reader.close());

  it.each(['announced', 'chunked'])('costs in proportion to its length: %s', async (kind) => {
    const gateway = await startGateway({ targets: { palette: reader.url } });
    const { text } = await testbed().issue({ rateLimit: 100 });
    const body = Buffer.alloc(5 * 256 * 1024, 'x');
    const sent = await fetch(`${gateway.url}/v1/palettes/from-image`, {
      method: 'POST',
      headers: bearer(text),
      ...(kind === 'announced' ? { body } : { body: new Blob([body]).stream(), duplex: 'half' }),
    });
    expect(sent.status).toBe(200);
    await eventually(async () => {
      const { headers } = await request(gateway.url).get('/v1/workspaces').set(bearer(text));
      // One for the request and five for its body; this one is the next, after others that came too early.
      expect(Number(/r=(\d+)/.exec(headers['ratelimit'] ?? '')?.[1])).toBeLessThanOrEqual(100 - 7);
    });
  });

  it('that is as large as most costs nothing besides', async () => {
    const gateway = await startGateway();
    const { text } = await testbed().issue({ rateLimit: 100 });
    const small = { a: 'x'.repeat(90_000) };
    await request(gateway.url).post('/v1/palettes').set(bearer(text)).send(small).expect(200);
    const { headers } = await request(gateway.url).get('/v1/workspaces').set(bearer(text));
    expect(headers['ratelimit']).toContain('r=98');
  });
});

describe('the limit of an organisation', () => {
  it('is five times that of a key, for all its keys together', async () => {
    const gateway = await startGateway({ limitPerMinute: 4 });
    const { id } = await testbed().organisations.ensureOrganisation({ id: 'org_five', name: 'Five' });
    let passed = 0;
    for (let keys = 0; keys < 8; keys += 1) {
      const { text } = await testbed().issue({ organisation: id });
      passed += (await statuses(4, [gateway], text)).get(200) ?? 0;
    }
    expect(passed).toBe(20);
  });

  it('can be set individually, and takes effect at once', async () => {
    const gateway = await startGateway();
    const { id } = await testbed().organisations.ensureOrganisation({ id: 'org_own', name: 'Own' });
    const { text } = await testbed().issue({ organisation: id });
    expect(await statuses(3, [gateway], text)).toEqual(new Map([[200, 3]]));
    await testbed().organisations.setRateLimit(id, 5);
    await eventually(async () => {
      const { headers } = await request(gateway.url).get('/v1/workspaces').set(bearer(text));
      expect(headers['ratelimit']).toMatch(/r=[01];/);
    });
    expect((await statuses(5, [gateway], text)).get(200) ?? 0).toBeLessThanOrEqual(1);
  });
});

describe('a rotated key', () => {
  it('continues the count of its predecessor', async () => {
    const gateway = await startGateway();
    const old = await testbed().issue({ rateLimit: 6 });
    expect(await statuses(4, [gateway], old.text)).toEqual(new Map([[200, 4]]));
    const rotated = await request(gateway.url)
      .post(`/v1/keys/${old.key.id}/rotate`)
      .set(bearer(old.text))
      .send({});
    expect(rotated.status).toBe(201);
    expect(await statuses(5, [gateway], rotated.body.data.key)).toEqual(
      new Map([
        [200, 1],
        [429, 4],
      ]),
    );
  });
});

describe('a key that is bound to addresses', () => {
  it('is not used up by those who may not use it', async () => {
    const gateway = await startGateway({ trustProxy: 1, limitPerMinute: 10 });
    const { text } = await testbed().issue({ rateLimit: 3, allowedAddresses: ['203.0.113.7'] });
    const from = (address: string) =>
      request(gateway.url)
        .get('/v1/workspaces')
        .set({ ...bearer(text), 'X-Forwarded-For': address });
    for (let time = 0; time < 10; time += 1) await from('198.51.100.1').expect(403);
    const refused = await from('198.51.100.1').expect(429);
    expect(refused.headers['ratelimit-policy']).toMatch(/^"address"; q=10;/);
    const answer = await from('203.0.113.7').expect(200);
    expect(answer.headers['ratelimit']).toBe('"key"; r=2; t=60');
  });
});

describe('the cost of a request', () => {
  it('is what the service says, and is not revealed to clients', async () => {
    const costly = await startService((_request, response) => {
      response.setHeader('x-request-cost', '5').end('ok');
    });
    const gateway = await startGateway({
      targets: { analytics: costly.url, reports: costly.url, palette: costly.url },
    });
    const { text } = await testbed().issue({ rateLimit: 12 });
    const ask = () => request(gateway.url).get('/v1/workspaces').set(bearer(text));
    const first = await ask().expect(200);
    expect(first.headers['x-request-cost']).toBeUndefined();
    expect(first.headers['ratelimit']).toContain('r=11;');
    expect((await ask().expect(200)).headers['ratelimit']).toContain('r=6;');
    expect((await ask().expect(200)).headers['ratelimit']).toContain('r=1;');
    await ask().expect(429);
    await costly.close();
  });
});

describe('the limits of an address', () => {
  it('apply to requests without a valid key and leave valid keys alone', async () => {
    // Before the gateway starts: the news of a key makes it forget what it has cached.
    const { text } = await testbed().issue({ rateLimit: 100 });
    const gateway = await startGateway({ limitPerMinute: 4 });
    await untilListening(gateway);
    // From now on, the gateway has the key in its cache.
    await request(gateway.url).get('/v1/workspaces').set(bearer(text)).expect(200);
    for (let count = 0; count < 4; count += 1) await request(gateway.url).get('/v1/workspaces').expect(401);
    const refused = await request(gateway.url).get('/v1/workspaces').set(bearer(generateKey()));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await request(gateway.url).get('/nothing/here').expect(429);
    await request(gateway.url).get('/v1/workspaces').set(bearer(text)).expect(200);
  });

  it('count an IPv6 network as one address', async () => {
    const gateway = await startGateway({ limitPerMinute: 2, trustProxy: 1 });
    const ask = (address: string) =>
      request(gateway.url).get('/v1/workspaces').set('X-Forwarded-For', address);
    await ask('2001:db8:1:2::1').expect(401);
    await ask('2001:db8:1:ff::2').expect(401);
    await ask('2001:db8:1:3::3').expect(429);
    await ask('2001:db8:2::1').expect(401);
    await ask('192.0.2.1').expect(401);
    await ask('192.0.2.2').expect(401);
  });

  it('count an address once, whatever port or rubbish a proxy adds', async () => {
    const gateway = await startGateway({ limitPerMinute: 2, trustProxy: 1 });
    const ask = (address: string) =>
      request(gateway.url).get('/v1/workspaces').set('X-Forwarded-For', address);
    await ask('192.0.2.1:1001').expect(401);
    await ask('192.0.2.1:1002').expect(401);
    await ask('192.0.2.1').expect(429);
    await ask('rubbish-1').expect(401);
    await ask('rubbish-2').expect(401);
    await ask('rubbish-3').expect(429);
  });

  it('have a separate count for public paths', async () => {
    const gateway = await startGateway({ publicLimitPerMinute: 3 });
    for (const left of [2, 1, 0]) {
      const answer = await request(gateway.url).get('/t.js').expect(200);
      expect(answer.headers['ratelimit']).toContain(`"public"; r=${left};`);
    }
    await request(gateway.url).get('/s/abc').expect(429);
    await request(gateway.url).get('/v1/workspaces').expect(401);
    await request(gateway.url).get('/health/live').expect(200);
  });
});

/** Returns the status of a request with a session that nobody has. */
const statusOf = async (gateway: Gateway, path: string): Promise<number> => {
  const cookie = `session=${randomBytes(32).toString('base64url')}`;
  const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
  return (await request(gateway.url).get(path).set(headers)).status;
};

/** Runs something while whoever looks for a session gets an error. */
const withoutLookups = async (act: () => Promise<void>): Promise<void> => {
  const { database } = testbed().database;
  await database.schema.renameTable('sessions', 'sessions_elsewhere');
  try {
    await act();
  } finally {
    await database.schema.renameTable('sessions_elsewhere', 'sessions');
  }
};

describe('made-up sessions', () => {
  it.each([
    ['a path for callers', '/v1/palettes', 401],
    ['a public path', '/r/x', 200],
  ])('cost an address beyond its limit no lookups: %s', async (_, path, status) => {
    const gateway = await startGateway({ limitPerMinute: 2, publicLimitPerMinute: 2 });
    expect(await statusOf(gateway, path)).toBe(status);
    expect(await statusOf(gateway, path)).toBe(status);
    // The first refusal makes the limit known.
    expect(await statusOf(gateway, path)).toBe(429);
    await withoutLookups(async () => {
      expect(await statusOf(gateway, path)).toBe(429);
    });
  });
});
