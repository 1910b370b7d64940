import { isRedisClient } from '@platform/runtime/redis';
import { eventually, hasRedis, startRedisCluster } from '@platform/testing';

import { createQueueConnections } from '../src/index.ts';

/** Each meets a random server first: that all of them miss the frozen one is a chance of 1 in 100. */
const PROCESSES = 12;

// ioredis would ask one server whether the cluster is well, and wait for its answer for ever.
(hasRedis() ? it : it.skip)(
  'workers reach a cluster that they start on while a server is frozen',
  async () => {
    const cluster = await startRedisCluster(1);
    const processes = Array.from({ length: PROCESSES }, () =>
      createQueueConnections({ redisUrl: cluster.url, databaseUrl: '', schema: 'none' }),
    );
    try {
      await (await cluster.masterOf('{bull}'))?.kill('SIGSTOP');
      const answered = new Set<number>();
      const ask = async (index: number): Promise<void> => {
        const connection = processes[index]?.worker;
        if (!isRedisClient(connection)) throw new Error('This is no connection to Redis.');
        await connection.set(`{bull}:${index}`, 'value');
        answered.add(index);
      };
      // Commands may be refused until the replica takes over, but none may be left without an answer.
      for (const index of processes.keys()) void eventually(() => ask(index)).catch(() => undefined);
      await eventually(() => {
        expect([...answered].sort((a, b) => a - b)).toEqual([...processes.keys()]);
      });
    } finally {
      for (const { close } of processes) await close();
      await cluster.stop();
    }
  },
);
