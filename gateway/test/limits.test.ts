import { setTimeout as sleep } from 'node:timers/promises';

import { eventually, hasRedis, startRedis } from '@platform/testing';
import type { TestRedis } from '@platform/testing';
import fc from 'fast-check';
import request from 'supertest';

import { generateKey } from '../src/keys/key-format.ts';
import { createLimitStore } from '../src/limits/limit-store.ts';
import { createSlidingCounter } from '../src/limits/sliding-counter.ts';
import { bearer, startTestbed, startService } from './harness.ts';
import type { FakeService, Gateway, Testbed } from './harness.ts';

let testbed: Testbed;
let service: FakeService;

beforeAll(async () => {
  testbed = await startTestbed();
  service = await startService();
});

afterAll(async () => {
  await testbed.close();
  await service.close();
});

type Overrides = Parameters<Testbed['gateway']>[0];

const startGateway = (overrides: Overrides = {}): Promise<Gateway> =>
  testbed.gateway({
    targets: { analytics: service.url, reports: service.url, palette: service.url },
    limitPerMinute: 600,
    ...overrides,
  });

const statuses = async (count: number, gateways: Gateway[], key: string): Promise<Map<number, number>> => {
  const found = new Map<number, number>();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const gateway = gateways[next % gateways.length]!;
      next += 1;
      const answer = await fetch(`${gateway.url}/v1/workspaces`, { headers: bearer(key) });
      await answer.arrayBuffer();
      found.set(answer.status, (found.get(answer.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 20 }, worker));
  return found;
};

describe('the limit of a key', () => {
  it('is announced in headers and enforced', async () => {
    const gateway = await startGateway();
    const { text } = await testbed.issue({ rateLimit: 3 });
    const ask = () => request(gateway.url).get('/v1/workspaces').set(bearer(text));
    for (const left of [2, 1, 0]) {
      const answer = await ask().expect(200);
      expect(answer.headers['ratelimit']).toMatch(new RegExp(`^"key"; r=${left}; t=(60|59)$`));
      expect(answer.headers['ratelimit-policy']).toMatch(/^"key"; q=3; w=60; pk=:[\w=+/]+:$/);
    }
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.body.error.code).toBe('rate_limit_exceeded');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(55);
    expect(refused.headers['ratelimit']).toMatch(/r=0/);
    const management = await request(gateway.url).get('/api/v1/websites').set(bearer(text));
    expect(management.status).toBe(429);
    expect(management.body).toMatchObject({ status: 429, request_id: expect.any(String) });
  });

  it('is 600 a minute by default, counted per key', async () => {
    const gateway = await startGateway();
    const [first, second] = [await testbed.issue(), await testbed.issue()];
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
    const { text } = await testbed.issue();
    expect(
      (await request(gateway.url).get('/v1/workspaces').set(bearer(text))).headers['ratelimit'],
    ).toBeDefined();
  });

  it('can be turned off', async () => {
    const gateway = await startGateway({ limitPerMinute: 0 });
    const { text } = await testbed.issue({ rateLimit: 1 });
    expect(await statuses(20, [gateway], text)).toEqual(new Map([[200, 20]]));
    const answer = await request(gateway.url).get('/t.js');
    expect(answer.headers['ratelimit']).toBeUndefined();
  });
});

describe('the limit of an organisation', () => {
  it('is five times that of a key, for all its keys together', async () => {
    const gateway = await startGateway({ limitPerMinute: 4 });
    const { id } = await testbed.organisations.ensureOrganisation({ id: 'org_five', name: 'Five' });
    let passed = 0;
    for (let keys = 0; keys < 8; keys += 1) {
      const { text } = await testbed.issue({ organisation: id });
      passed += (await statuses(4, [gateway], text)).get(200) ?? 0;
    }
    expect(passed).toBe(20);
  });

  it('can be set individually, and takes effect at once', async () => {
    const gateway = await startGateway();
    const { id } = await testbed.organisations.ensureOrganisation({ id: 'org_own', name: 'Own' });
    const { text } = await testbed.issue({ organisation: id });
    expect(await statuses(3, [gateway], text)).toEqual(new Map([[200, 3]]));
    await testbed.organisations.setRateLimit(id, 5);
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
    const old = await testbed.issue({ rateLimit: 6 });
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

describe('the cost of a request', () => {
  it('is what the service says, and is not revealed to clients', async () => {
    const costly = await startService((_request, response) => {
      response.setHeader('x-request-cost', '5').end('ok');
    });
    const gateway = await startGateway({
      targets: { analytics: costly.url, reports: costly.url, palette: costly.url },
    });
    const { text } = await testbed.issue({ rateLimit: 12 });
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
    const gateway = await startGateway({ limitPerMinute: 4 });
    const { text } = await testbed.issue({ rateLimit: 100 });
    // Wait until the gateway has cached the key.
    for (let count = 0; count < 3; count += 1) {
      await request(gateway.url).get('/v1/workspaces').set(bearer(text)).expect(200);
      await sleep(100);
    }
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

(hasRedis() ? describe : describe.skip)('with Redis', () => {
  let redis: TestRedis;

  beforeAll(async () => {
    redis = await startRedis();
  });

  afterAll(() => redis.stop());

  /** Passes if one gateway knows what the other has counted. */
  const expectShared = async ([first, second]: Gateway[]): Promise<void> => {
    const { text } = await testbed.issue({ rateLimit: 4 });
    expect(await statuses(4, [first!], text)).toEqual(new Map([[200, 4]]));
    expect(await statuses(1, [second!], text)).toEqual(new Map([[429, 1]]));
  };

  it('gateways share one limit exactly', async () => {
    const gateways = [
      await startGateway({ redisUrl: redis.url }),
      await startGateway({ redisUrl: redis.url }),
    ];
    const { text } = await testbed.issue({ rateLimit: 100 });
    expect(await statuses(200, gateways, text)).toEqual(
      new Map([
        [200, 100],
        [429, 100],
      ]),
    );
    await Promise.all(gateways.map((gateway) => gateway.close()));
  });

  it.each([60, 61, 80, 120, 300])('a burst of %i over a limit of 60 gets 60', async (size) => {
    const gateways = [
      await startGateway({ redisUrl: redis.url }),
      await startGateway({ redisUrl: redis.url }),
    ];
    const { text } = await testbed.issue({ rateLimit: 60 });
    const burst = Array.from({ length: size }, async (_, index) => {
      const url = gateways[index % 2]!.url;
      const answer = await fetch(`${url}/v1/workspaces`, { headers: bearer(text) });
      await answer.arrayBuffer();
      return answer.status;
    });
    const passed = (await Promise.all(burst)).filter((status) => status === 200);
    expect(passed).toHaveLength(60);
    await Promise.all(gateways.map((gateway) => gateway.close()));
  });

  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'each gateway grants limit ÷ gateways after a %s, and they share again afterwards',
    async (signal) => {
      const gateways = [
        await startGateway({ redisUrl: redis.url }),
        await startGateway({ redisUrl: redis.url }),
      ];
      await eventually(() => expectShared(gateways));
      // Wait until both have registered and seen each other.
      await sleep(5_500);
      const before = await testbed.issue({ rateLimit: 10 });
      expect(await statuses(4, gateways, before.text)).toEqual(new Map([[200, 4]]));

      await redis.kill(signal);
      const { text } = await testbed.issue({ rateLimit: 10 });
      expect(await statuses(1, gateways, text)).toEqual(new Map([[200, 1]]));
      // Each grants 5, one of which is used.
      const health = await request(gateways[0]!.url).get('/health/ready').expect(200);
      expect(health.body).toEqual({ status: 'degraded', failing: [], degraded: ['limits-redis'] });
      const one = await statuses(20, gateways.slice(0, 1), text);
      expect(one.get(200)).toBe(4);
      expect(one.get(429)).toBe(16);
      // Requests counted before are not granted again: 2 of 5 are used here.
      const old = await statuses(20, gateways.slice(0, 1), before.text);
      expect(old.get(200)).toBe(3);
      expect([...old.keys()].sort()).toEqual([200, 429]);

      if (signal === 'SIGKILL') await redis.restart();
      else process.kill(redis.pid, 'SIGCONT');
      await eventually(() => expectShared(gateways));
      await Promise.all(gateways.map((gateway) => gateway.close()));
    },
    60_000,
  );

  it('a gateway starts while it is down', async () => {
    await redis.kill('SIGKILL');
    const gateways = [
      await startGateway({ redisUrl: redis.url }),
      await startGateway({ redisUrl: redis.url }),
    ];
    const { text } = await testbed.issue({ rateLimit: 5 });
    expect(await statuses(20, gateways.slice(0, 1), text)).toEqual(
      new Map([
        [200, 5],
        [429, 15],
      ]),
    );
    await redis.restart();
    await eventually(() => expectShared(gateways));
    await Promise.all(gateways.map((gateway) => gateway.close()));
  });
});

describe('the sliding counter', () => {
  it('agrees with a list of times: exact to one bucket, and never too low', () => {
    const steps = fc.array(
      fc.record({
        id: fc.constantFrom('a', 'b'),
        wait: fc.nat(20_000),
        amount: fc.integer({ min: 1, max: 9 }),
      }),
      { maxLength: 100 },
    );
    fc.assert(
      fc.property(steps, (uses) => {
        let time = 1_000_000;
        const counter = createSlidingCounter(() => time);
        const seen: { id: string; at: number; amount: number }[] = [];
        const usedSince = (id: string, from: number): number =>
          seen.filter((use) => use.id === id && use.at > from).reduce((sum, use) => sum + use.amount, 0);
        for (const { id, wait, amount } of uses) {
          time += wait;
          counter.add(id, amount);
          seen.push({ id, at: time, amount });
          const { used, resetAt } = counter.read(id);
          expect(used).toBeGreaterThanOrEqual(usedSince(id, time - 60_000));
          expect(used).toBeLessThanOrEqual(usedSince(id, time - 62_000));
          expect(resetAt).toBeGreaterThan(time);
          expect(resetAt).toBeLessThanOrEqual(time + 61_000);
        }
      }),
    );
  });

  it('admits no more than the limit in any minute', async () => {
    const bursts = fc.array(fc.record({ wait: fc.nat(40_000), size: fc.integer({ min: 1, max: 130 }) }), {
      minLength: 5,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(bursts, async (plan) => {
        let time = 5_000_000;
        const store = createLimitStore({ instances: () => 1, now: () => time });
        const admitted: number[] = [];
        for (const { wait, size } of plan) {
          time += wait;
          for (let sent = 0; sent < size; sent += 1) {
            const { totalHits } = await store.increment('key:x=60 organisation:y=300');
            if (totalHits <= 60) admitted.push(time);
          }
        }
        for (const end of admitted)
          expect(admitted.filter((at) => at > end - 60_000 && at <= end).length).toBeLessThanOrEqual(60);
      }),
      { numRuns: 50 },
    );
  });
});
