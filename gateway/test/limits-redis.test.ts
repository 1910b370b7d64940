import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

import { eventually, hasRedis, startRedis } from '@platform/testing';
import type { TestRedis } from '@platform/testing';
import request from 'supertest';

import { bearer } from './harness.ts';
import type { Gateway } from './harness.ts';
import { statuses, useLimits } from './limits-harness.ts';

const { testbed, startGateway } = useLimits();

/** Watches how gateways register at a Redis from now on; resolves as soon as each has counted them all. */
const watchGateways = async (port: number, gateways: number) => {
  const socket = connect(port, '127.0.0.1');
  socket.write('MONITOR\r\n');
  const lines = createInterface({ input: socket });
  await once(lines, 'line');
  const [registered, informed] = [new Set<string>(), new Set<string>()];
  const all = Promise.withResolvers<undefined>();
  // 1764170000.123456 [0 127.0.0.1:40000] "ZADD" "{gateway}:instances" "1764170000123" "id"
  lines.on('line', (line) => {
    const [, client = '', command, id = ''] =
      /\[\d+ (\d\S+)\] "(ZADD|ZCARD)" "\{gateway\}:instances"(?: "\d+" "(.+)")?/.exec(line) ?? [];
    if (command === 'ZADD') registered.add(id);
    if (command === 'ZCARD' && registered.size === gateways) informed.add(client);
    if (informed.size === gateways) all.resolve(undefined);
  });
  return all.promise.finally(() => socket.destroy());
};

(hasRedis() ? describe : describe.skip)('with Redis', () => {
  let redis: TestRedis;
  let gateways: Gateway[] = [];

  /** Gateways that share the test's Redis, and end with the test. */
  const startGateways = async (count: number): Promise<Gateway[]> => {
    for (let started = 0; started < count; started += 1)
      gateways.push(await startGateway({ redisUrl: redis.url }));
    return gateways.slice(-count);
  };

  beforeEach(async () => {
    redis = await startRedis();
  });

  afterEach(async () => {
    const closing = gateways;
    gateways = [];
    await Promise.all(closing.map((gateway) => gateway.close()));
    await redis.stop();
  });

  /** Passes if one gateway knows what the other has counted. */
  const expectShared = async ([first, second]: Gateway[]): Promise<void> => {
    const { text } = await testbed().issue({ rateLimit: 4 });
    expect(await statuses(4, [first!], text)).toEqual(new Map([[200, 4]]));
    expect(await statuses(1, [second!], text)).toEqual(new Map([[429, 1]]));
  };

  it('gateways share one limit exactly', async () => {
    await startGateways(2);
    const { text } = await testbed().issue({ rateLimit: 100 });
    expect(await statuses(200, gateways, text)).toEqual(
      new Map([
        [200, 100],
        [429, 100],
      ]),
    );
  });

  it('a limit of thousands is granted in full, and exceeded by no more than its hundredth', async () => {
    const watching = watchGateways(redis.port, 2);
    await startGateways(2);
    await watching;
    const { text } = await testbed().issue({ rateLimit: 1_000 });
    const found = await statuses(1_400, gateways, text);
    expect(found.get(200)).toBeGreaterThanOrEqual(1_000);
    expect(found.get(200)).toBeLessThanOrEqual(1_010);
    // Another gateway knows it all in a moment.
    const last = await startGateways(1);
    await eventually(async () => {
      expect([...(await statuses(3, last, text)).keys()]).toEqual([429]);
    });
  });

  it.each([60, 61, 80, 120, 300])('a burst of %i over a limit of 60 gets 60', async (size) => {
    await startGateways(2);
    const { text } = await testbed().issue({ rateLimit: 60 });
    const burst = Array.from({ length: size }, async (_, index) => {
      const url = gateways[index % 2]!.url;
      const answer = await fetch(`${url}/v1/workspaces`, { headers: bearer(text) });
      await answer.arrayBuffer();
      return answer.status;
    });
    const passed = (await Promise.all(burst)).filter((status) => status === 200);
    expect(passed).toHaveLength(60);
  });

  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'each gateway grants limit ÷ gateways after a %s, and they share again afterwards',
    async (signal) => {
      const watching = watchGateways(redis.port, 2);
      await startGateways(2);
      await eventually(() => expectShared(gateways));
      await watching;
      const before = await testbed().issue({ rateLimit: 10 });
      expect(await statuses(4, gateways, before.text)).toEqual(new Map([[200, 4]]));

      await redis.kill(signal);
      const { text } = await testbed().issue({ rateLimit: 10 });
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
    },
  );

  it('a gateway starts while it is down', async () => {
    await redis.kill('SIGKILL');
    await startGateways(2);
    const { text } = await testbed().issue({ rateLimit: 5 });
    expect(await statuses(20, gateways.slice(0, 1), text)).toEqual(
      new Map([
        [200, 5],
        [429, 15],
      ]),
    );
    await redis.restart();
    await eventually(() => expectShared(gateways));
  });
});
