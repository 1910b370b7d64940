import { setTimeout as sleep } from 'node:timers/promises';

import { eventually, hasRedis, startRedis } from '@platform/testing';
import type { TestRedis } from '@platform/testing';
import fc from 'fast-check';
import request from 'supertest';

import { generateKey } from '../src/keys/key-format.ts';
import { createLocalCounter } from '../src/limits/local-counter.ts';
import { bearer, startPlatform, startService } from './harness.ts';
import type { FakeService, Gateway, Platform } from './harness.ts';

let platform: Platform;
let service: FakeService;

beforeAll(async () => {
  platform = await startPlatform();
  service = await startService();
});

afterAll(async () => {
  await platform.close();
  await service.close();
});

type Overrides = Parameters<Platform['gateway']>[0];

const startGateway = (overrides: Overrides = {}): Promise<Gateway> =>
  platform.gateway({
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
  it('is told in headers and kept', async () => {
    const gateway = await startGateway();
    const { text } = await platform.issue({ rateLimit: 3 });
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

  it('is 600 a minute unless the key has its own, each key for itself', async () => {
    const gateway = await startGateway();
    const [first, second] = [await platform.issue(), await platform.issue()];
    expect(await statuses(650, [gateway], first.text)).toEqual(
      new Map([
        [200, 600],
        [429, 50],
      ]),
    );
    expect(await statuses(5, [gateway], second.text)).toEqual(new Map([[200, 5]]));
  });

  it('can be turned off', async () => {
    const gateway = await startGateway({ limitPerMinute: 0 });
    const { text } = await platform.issue({ rateLimit: 1 });
    expect(await statuses(20, [gateway], text)).toEqual(new Map([[200, 20]]));
    const answer = await request(gateway.url).get('/t.js');
    expect(answer.headers['ratelimit']).toBeUndefined();
  });
});

describe('the limits of an address', () => {
  it('holds for requests without a valid key, and leaves valid keys alone', async () => {
    const gateway = await startGateway({ limitPerMinute: 4 });
    const { text } = await platform.issue({ rateLimit: 100 });
    // Long enough for the gateway to know the key.
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

  it('takes the network of an IPv6 address as one', async () => {
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

  it('has a count of its own for public paths', async () => {
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

  /** Passes if what one gateway has counted is known to the other, which nobody could tell locally. */
  const expectShared = async ([first, second]: Gateway[]): Promise<void> => {
    const { text } = await platform.issue({ rateLimit: 4 });
    expect(await statuses(4, [first!], text)).toEqual(new Map([[200, 4]]));
    expect(await statuses(1, [second!], text)).toEqual(new Map([[429, 1]]));
  };

  it('gateways share one limit, to the request', async () => {
    const gateways = [
      await startGateway({ redisUrl: redis.url }),
      await startGateway({ redisUrl: redis.url }),
    ];
    const { text } = await platform.issue({ rateLimit: 100 });
    expect(await statuses(200, gateways, text)).toEqual(
      new Map([
        [200, 100],
        [429, 100],
      ]),
    );
    await Promise.all(gateways.map((gateway) => gateway.close()));
  });

  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'gateways go on with limit ÷ gateways each when it gets a %s, and share again after it',
    async (signal) => {
      const gateways = [
        await startGateway({ redisUrl: redis.url }),
        await startGateway({ redisUrl: redis.url }),
      ];
      await eventually(() => expectShared(gateways));
      // Both have said that they are there, and heard it of the other.
      await sleep(5_500);
      const before = await platform.issue({ rateLimit: 10 });
      expect(await statuses(4, gateways, before.text)).toEqual(new Map([[200, 4]]));

      await redis.kill(signal);
      const { text } = await platform.issue({ rateLimit: 10 });
      expect(await statuses(1, gateways, text)).toEqual(new Map([[200, 1]]));
      // 5 each, one of which is spent.
      const one = await statuses(20, gateways.slice(0, 1), text);
      expect(one.get(200)).toBe(4);
      expect(one.get(429)).toBe(16);
      // What was counted together before is not granted again: 2 of 5 are spent here.
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

  it('may be away when a gateway starts', async () => {
    await redis.kill('SIGKILL');
    const gateways = [
      await startGateway({ redisUrl: redis.url }),
      await startGateway({ redisUrl: redis.url }),
    ];
    const { text } = await platform.issue({ rateLimit: 5 });
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

describe('the local counter', () => {
  it('counts like a list of times, whatever the times and keys are', () => {
    const steps = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), wait: fc.nat(90) }), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(steps, (hits) => {
        let time = 1_000;
        const counter = createLocalCounter(100, () => time);
        const windows = new Map<string, { begun: number; hits: number }>();
        for (const { key, wait } of hits) {
          time += wait;
          const known = windows.get(key);
          const current = known && time - known.begun < 100 ? known : { begun: time, hits: 0 };
          current.hits += 1;
          windows.set(key, current);
          expect(counter.increment(key)).toEqual({ hits: current.hits, resetAt: current.begun + 100 });
        }
      }),
    );
  });

  it('takes over the window that another counter has', () => {
    let time = 0;
    const counter = createLocalCounter(60_000, () => time);
    counter.increment('a');
    counter.increment('a');
    expect(counter.align('a', 30_000)).toEqual({ hits: 2, resetAt: 30_000 });
    expect(counter.align('a', 90_000)).toEqual({ hits: 1, resetAt: 90_000 });
    time = 90_000;
    expect(counter.increment('a').hits).toBe(1);
  });
});
