import { randomUUID } from 'node:crypto';

import { SLOT } from './limits-redis.ts';
import type { LimitsRedis } from './limits-redis.ts';

export interface Instances {
  /** Gateways that shared the limits when Redis last answered; 1 without Redis. */
  count(): number;
  close(): Promise<void>;
}

const BEAT_MILLISECONDS = 5_000;
const GONE_AFTER_BEATS = 3;
const SET = `${SLOT}:instances`;

/** Counts the gateways that share a Redis. Each one registers itself every 5 s. */
export const trackInstances = (redis: LimitsRedis | undefined): Instances => {
  if (!redis) return { count: () => 1, close: () => Promise.resolve() };
  const self = randomUUID();
  let known = 1;

  const beat = async (): Promise<void> => {
    if (!redis.breaker.closed()) return;
    const now = Date.now();
    await redis.call('ZADD', SET, now, self);
    await redis.call('ZREMRANGEBYSCORE', SET, 0, now - GONE_AFTER_BEATS * BEAT_MILLISECONDS);
    known = Math.max(1, Number(await redis.call('ZCARD', SET)));
  };
  const beatQuietly = (): void => {
    beat().catch((error: unknown) => {
      redis.breaker.trip(error);
    });
  };

  const first = setTimeout(beatQuietly, 200);
  const timer = setInterval(beatQuietly, BEAT_MILLISECONDS);
  first.unref();
  timer.unref();
  return {
    count: () => known,
    async close() {
      clearTimeout(first);
      clearInterval(timer);
      if (redis.breaker.closed()) await redis.call('ZREM', SET, self).catch(() => undefined);
    },
  };
};
