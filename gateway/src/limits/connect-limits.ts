import type { Logger } from '@platform/runtime';

import { trackInstances } from './instances.ts';
import { createLimits } from './limits.ts';
import type { Limits, LimitsDeps } from './limits.ts';
import { connectLimitsRedis } from './limits-redis.ts';
import type { LimitsRedis } from './limits-redis.ts';

export interface ConnectedLimits {
  limits: Limits;
  /** False while limits are counted locally because Redis is down; undefined without Redis. */
  isShared: (() => boolean) | undefined;
  close(): Promise<void>;
}

export interface ConnectLimitsOptions extends Omit<LimitsDeps, 'redis' | 'instances'> {
  redisUrl: string | undefined;
  /** Redis is treated as down if it takes longer. */
  redisTimeoutMilliseconds: number;
  logger: Logger;
}

const connectRedis = (url: string, { redisTimeoutMilliseconds, logger }: ConnectLimitsOptions): LimitsRedis =>
  connectLimitsRedis({
    url,
    timeoutMilliseconds: redisTimeoutMilliseconds,
    onChange: (closed, reason) => {
      if (closed) logger.info('counting limits in Redis again');
      else logger.warn({ err: reason }, 'counting limits locally, because Redis is not answering');
    },
  });

/** The rate limits on their Redis, if there is one. */
export const connectLimits = async (options: ConnectLimitsOptions): Promise<ConnectedLimits> => {
  const redis = options.redisUrl === undefined ? undefined : connectRedis(options.redisUrl, options);
  await redis?.ready();
  const instances = trackInstances(redis);
  return {
    limits: createLimits({ ...options, instances, ...(redis ? { redis } : {}) }),
    isShared: redis && (() => redis.breaker.closed()),
    async close() {
      await instances.close();
      redis?.close();
    },
  };
};
