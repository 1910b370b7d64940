import { eventually, hasRedis, startRedisCluster, startSentinels } from '@platform/testing';
import type { TestRedis } from '@platform/testing';

import { startTestbed } from './harness.ts';
import type { Gateway, Testbed } from './harness.ts';

interface Redundant {
  url: string;
  /** The server that counts now. */
  master: () => Promise<TestRedis | undefined>;
  stop: () => Promise<void>;
}

const bySentinels = async (): Promise<Redundant> => {
  const sentinels = await startSentinels();
  const find = async (): Promise<TestRedis | undefined> => {
    const port = await sentinels.master();
    return sentinels.servers.find((server) => server.port === port);
  };
  return { url: sentinels.url, stop: () => sentinels.stop(), master: find };
};

const inCluster = async (): Promise<Redundant> => {
  const cluster = await startRedisCluster(1);
  return { url: cluster.url, stop: () => cluster.stop(), master: () => cluster.masterOf('{gateway}') };
};

let testbed: Testbed;
beforeAll(async () => {
  testbed = await startTestbed();
});
afterAll(() => testbed.close());

/** The statuses of `count` sequential requests, sent to the gateways in turn. */
const statuses = async (count: number, gateways: Gateway[], key: string): Promise<number[]> => {
  const found: number[] = [];
  for (let request = 0; request < count; request += 1) {
    const url = `${gateways[request % gateways.length]?.url ?? ''}/v1/keys`;
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
    await answer.arrayBuffer();
    found.push(answer.status);
  }
  return found;
};

const count = (found: number[], status: number): number => found.filter((one) => one === status).length;

const cases: [string, NodeJS.Signals, () => Promise<Redundant>][] = [
  ['sentinels', 'SIGKILL', bySentinels],
  ['sentinels', 'SIGSTOP', bySentinels],
  ['a cluster', 'SIGKILL', inCluster],
  ['a cluster', 'SIGSTOP', inCluster],
];

(hasRedis() ? describe : describe.skip).each(cases)(
  'limits that are counted under %s',
  (_name, signal, start) => {
    it(`are shared, and again after a ${signal} of the master`, async () => {
      const redis = await start();
      const options = { redisUrl: redis.url, limitPerMinute: 600 };
      const gateways = [await testbed.gateway(options), await testbed.gateway(options)];
      /** Passes if the two together grant exactly one limit, and so share it. */
      const expectShared = async (): Promise<void> => {
        const { text } = await testbed.issue({ rateLimit: 4 });
        const found = await statuses(8, gateways, text);
        // An organisation has 200 keys at most.
        await new Promise((resolve) => setTimeout(resolve, 500));
        expect(count(found, 200)).toBe(4);
      };
      try {
        await eventually(expectShared);
        const { text } = await testbed.issue({ rateLimit: 30 });
        expect(count(await statuses(10, gateways, text), 200)).toBe(10);
        // The replica follows a moment later.
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        const master = await redis.master();
        await master?.kill(signal);
        // Nobody is turned away in the meantime: each gateway counts by itself.
        expect(count(await statuses(4, gateways, text), 200)).toBe(4);
        await eventually(expectShared);
      } finally {
        await Promise.all(gateways.map((gateway) => gateway.close()));
        await redis.stop();
      }
    });
  },
);
