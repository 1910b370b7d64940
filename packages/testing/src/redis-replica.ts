import { askRedis, waitUntilCopied } from './ask-redis.ts';
import { startRedis } from './redis.ts';
import type { TestRedis } from './redis.ts';

export interface TestRedisReplica extends TestRedis {
  /** Makes it a master. */
  promote(): Promise<void>;
}

/** Starts a replica of the Redis on this port; on return it has all of its data. */
export const startRedisReplica = async (master: number): Promise<TestRedisReplica> => {
  const replica = await startRedis(['--replicaof', '127.0.0.1', String(master)]);
  await waitUntilCopied(replica.port);
  return Object.assign(replica, {
    async promote() {
      await askRedis(replica.port, 'replicaof', 'no', 'one');
    },
  });
};
