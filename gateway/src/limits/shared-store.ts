import type { ClientRateLimitInfo, Options, Store } from 'express-rate-limit';

import { createLocalCounter } from './local-counter.ts';
import type { LimitsRedis } from './redis-commands.ts';

export interface SharedStoreOptions {
  /** Tells the counters of this store from those of others. */
  prefix: string;
  windowMilliseconds: number;
  /** Without one, this gateway counts alone. */
  redis?: LimitsRedis;
  /** Gateways that share the limit; this one's count stands for all of them while Redis is down. */
  instances: () => number;
}

/**
 * Counts hits in Redis, so that all gateways share one limit, and beside it in memory. While Redis is down or frozen
 * the count in memory takes over, as if each of the gateways had the same: each then grants limit ÷ gateways.
 */
export const createSharedStore = (options: SharedStoreOptions): Store => {
  const { prefix, windowMilliseconds, redis, instances } = options;
  const local = createLocalCounter(windowMilliseconds);
  const shared = redis?.createStore(prefix);

  return {
    prefix,
    localKeys: redis === undefined,
    init(config: Options) {
      // Never rejects for long: the scripts are loaded again on first use.
      void shared?.init(config).catch(() => undefined);
    },
    async increment(key): Promise<ClientRateLimitInfo> {
      const own = local.increment(key);
      if (redis?.breaker.closed() && shared) {
        try {
          const { totalHits, resetTime } = await shared.increment(key);
          const aligned = local.align(key, resetTime?.getTime() ?? own.resetAt);
          // Hits that were counted while Redis was away are missing there.
          return { totalHits: Math.max(totalHits, aligned.hits), resetTime };
        } catch (error) {
          redis.breaker.trip(error);
        }
      }
      return { totalHits: own.hits * instances(), resetTime: new Date(own.resetAt) };
    },
    async decrement(key) {
      local.decrement(key);
      await shared?.decrement(key).catch(() => undefined);
    },
    async resetKey(key) {
      local.reset(key);
      await shared?.resetKey(key).catch(() => undefined);
    },
  };
};
