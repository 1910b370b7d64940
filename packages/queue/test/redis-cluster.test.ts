import { hasRedis, startRedisCluster, startSentinels } from '@platform/testing';

import { createQueueConnections } from '../src/index.ts';
import { openQueue, runsJobs } from './runs-jobs.ts';

const connect = (redisUrl: string) => createQueueConnections({ redisUrl, databaseUrl: '', schema: 'none' });

(hasRedis() ? describe : describe.skip)('a queue on more than one Redis', () => {
  it('runs jobs on a cluster of three masters, whose scripts need all keys in one place', async () => {
    const cluster = await startRedisCluster();
    try {
      const connections = connect(cluster.url);
      expect(connections.kind).toBe('redis');
      await runsJobs(connections);
      const again = connect(cluster.url);
      const queue = openQueue(again, 'greetings');
      expect(queue.toKey('wait')).toBe('{bull}:greetings:wait');
      expect(await queue.getJobCounts('completed', 'failed')).toEqual({ completed: 2, failed: 0 });
      await queue.close();
      await again.close();
    } finally {
      await cluster.stop();
    }
  });

  it('runs jobs on the master that sentinels name', async () => {
    const sentinels = await startSentinels();
    try {
      await runsJobs(connect(sentinels.url));
    } finally {
      await sentinels.stop();
    }
  });
});
