import { Worker } from 'bullmq';
import { eventually, hasRedis, startRedisCluster, startSentinels } from '@platform/testing';
import type { TestRedis } from '@platform/testing';

import { createQueueConnections, queueBackend } from '../src/index.ts';
import { openQueue } from './runs-jobs.ts';

interface Redundant {
  url: string;
  /** The server that holds the queue now. */
  master: () => Promise<TestRedis>;
  stop: () => Promise<void>;
}

const bySentinels = async (): Promise<Redundant> => {
  const sentinels = await startSentinels();
  return {
    url: sentinels.url,
    stop: () => sentinels.stop(),
    async master() {
      const port = await sentinels.master();
      const found = sentinels.servers.find((server) => server.port === port);
      if (!found) throw new Error(`No server has port ${port}.`);
      return found;
    },
  };
};

const inCluster = async (): Promise<Redundant> => {
  const cluster = await startRedisCluster(1);
  let gone: TestRedis | undefined;
  return {
    url: cluster.url,
    stop: () => cluster.stop(),
    async master() {
      const asked = cluster.servers.find((server) => server !== gone);
      const found = await cluster.masterOf('{bull}:jobs:wait', asked);
      if (!found) throw new Error('Nobody holds the queue.');
      gone ??= found;
      return found;
    },
  };
};

const cases: [string, NodeJS.Signals, () => Promise<Redundant>][] = [
  ['sentinels', 'SIGKILL', bySentinels],
  ['sentinels', 'SIGSTOP', bySentinels],
  ['a cluster', 'SIGKILL', inCluster],
  ['a cluster', 'SIGSTOP', inCluster],
];

(hasRedis() ? describe : describe.skip).each(cases)('a queue under %s', (_name, signal, start) => {
  it(`goes on with the replica after a ${signal} of its master`, async () => {
    const redis = await start();
    const connections = createQueueConnections({ redisUrl: redis.url, databaseUrl: '', schema: 'none' });
    const queue = openQueue(connections, 'jobs');
    const done = new Set<string>();
    let isHeld = true;
    const worker = new Worker(
      'jobs',
      (job) => {
        if (isHeld) throw new Error('not yet');
        return Promise.resolve(done.add(job.name));
      },
      { connection: connections.worker },
      queueBackend,
    );
    worker.on('error', () => undefined);
    try {
      const before = await redis.master();
      const again = { attempts: 1_000, backoff: 200 };
      for (let job = 0; job < 20; job += 1)
        await eventually(() => queue.add(`before ${job}`, {}, { jobId: `before-${job}`, ...again }));
      // A replica follows a moment later; what it doesn't have yet is lost with the master.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await before.kill(signal);
      isHeld = false;
      await eventually(() => queue.add('after', {}, { jobId: 'after', ...again }));
      await eventually(() => {
        expect([...done]).toHaveLength(21);
      });
      expect((await redis.master()).port).not.toBe(before.port);
    } finally {
      await worker.close(true);
      await queue.close();
      await connections.close();
      await redis.stop();
    }
  });
});
