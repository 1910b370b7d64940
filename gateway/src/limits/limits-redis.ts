import { connectRedis } from '@platform/redis';
import type { RedisClient } from '@platform/redis';
import { withDeadline } from '@platform/runtime';

import { createBreaker } from './redis-circuit-breaker.ts';
import type { Breaker } from './redis-circuit-breaker.ts';
import { BUCKET_MILLISECONDS, WINDOW_MILLISECONDS } from './budget.ts';
import { COUNT_SCRIPT } from './count-script.ts';

export interface LimitsRedis {
  breaker: Breaker;
  /** Resolves when Redis is ready, or after one second without it. */
  ready(): Promise<void>;
  /** Runs the counting script. @throws if Redis does not answer in time */
  count(keys: readonly string[], words: readonly number[]): Promise<number[]>;
  call(command: string, ...words: (string | number)[]): Promise<unknown>;
  close(): void;
}

export interface LimitsRedisOptions {
  url: string;
  /** Redis is treated as down if it takes longer than this. A healthy one answers within 2 ms. */
  timeoutMilliseconds: number;
  onChange: (closed: boolean, reason?: unknown) => void;
}

/**
 * How long a starting gateway waits for Redis, so that it does not grant again what others have
 * counted.
 */
const READY_MILLISECONDS = 1_000;
/** ioredis drops commands this long after the gateway has given up on them. */
const FORGET_MILLISECONDS = 1_000;

/**
 * Part of every key of the limits, so a cluster keeps them all in one place: one script updates
 * several of them.
 */
export const SLOT = '{gateway}';

type Counting = RedisClient & {
  countBudgets(keys: number, ...words: (string | number)[]): Promise<number[]>;
};

/**
 * Rejects if `work` takes longer. If the process was busy and the answer is already in the socket,
 * it still counts: the event loop reads sockets after timers and before immediates.
 */
const answeredWithin = <Value>(work: Promise<Value>, milliseconds: number): Promise<Value> => {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  withDeadline(work, milliseconds).then(resolve, (error: unknown) => {
    work.then(resolve, reject);
    setImmediate(reject, error);
  });
  return promise;
};

/**
 * The limiter's own connection to Redis. It gives up quickly, because answering a request matters
 * more than counting it exactly. With ioredis' defaults, requests hang for seconds while Redis is
 * down.
 */
export const connectLimitsRedis = (options: LimitsRedisOptions): LimitsRedis => {
  const { url, timeoutMilliseconds, onChange } = options;
  const redis = connectRedis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: timeoutMilliseconds + FORGET_MILLISECONDS,
    connectTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 500),
    connectionName: 'gateway-limits',
    scripts: { countBudgets: { lua: COUNT_SCRIPT } },
  }) as Counting;
  const call = (command: string, ...words: (string | number)[]): Promise<unknown> =>
    answeredWithin(redis.call(command, ...words), timeoutMilliseconds);
  const breaker = createBreaker({ probe: () => call('EXISTS', `${SLOT}:probe`), onChange });
  redis.on('error', (error) => {
    breaker.trip(error);
  });
  const window = [BUCKET_MILLISECONDS, WINDOW_MILLISECONDS / BUCKET_MILLISECONDS];

  return {
    breaker,
    ready: () =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, READY_MILLISECONDS);
        redis.once('ready', () => {
          clearTimeout(timer);
          resolve();
        });
      }),
    count: (keys, words) =>
      answeredWithin(redis.countBudgets(keys.length, ...keys, ...window, ...words), timeoutMilliseconds),
    call,
    close() {
      breaker.close();
      redis.disconnect();
    },
  };
};
