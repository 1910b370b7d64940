import { connectRedis } from '@platform/redis';
import type { RedisClient, RedisClientOptions } from '@platform/redis';

/** Milliseconds before the next attempt to connect: 100 more each time, 2 s at most. */
const retryStrategy = (attempt: number): number => Math.min(attempt * 100, 2_000);

const ROLES = {
  // A request must not hang because Redis does.
  producer: { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 2_000 },
  // BullMQ requires this of a worker, whose commands wait for Redis to come back.
  worker: { maxRetriesPerRequest: null },
} satisfies Record<string, Partial<RedisClientOptions>>;

/** A connection to the Redis at `url`, opened when it is first used. */
export const createRedisConnection = (url: string, role: keyof typeof ROLES): RedisClient => {
  const client = connectRedis(url, { ...ROLES[role], retryStrategy, lazyConnect: true });
  // BullMQ passes errors on to its queues and workers while they are open. After that, nobody
  // listens.
  client.on('error', () => undefined);
  return client;
};
