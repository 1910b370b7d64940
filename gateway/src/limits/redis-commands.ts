import { createHash } from 'node:crypto';

import { Redis } from 'ioredis';
import { RedisStore } from 'rate-limit-redis';

import { createBreaker } from './breaker.ts';
import type { Breaker } from './breaker.ts';

export interface LimitsRedis {
  breaker: Breaker;
  /** A counter in Redis under keys that begin with `prefix`. */
  createStore(prefix: string): RedisStore;
  call(command: string, ...words: (string | number)[]): Promise<unknown>;
  close(): void;
}

export interface LimitsRedisOptions {
  url: string;
  onChange: (closed: boolean, reason?: unknown) => void;
}

/** A healthy Redis answers in under 2 ms; one that takes this long is treated as down. */
const COMMAND_MILLISECONDS = 50;

type Reply = number | string | (number | string)[];

/**
 * The limiter's own connection to Redis, which gives up quickly: a request is worth more than an exact count. (With
 * ioredis' defaults requests hang for seconds while Redis is down.)
 */
export const connectLimitsRedis = ({ url, onChange }: LimitsRedisOptions): LimitsRedis => {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: COMMAND_MILLISECONDS,
    connectTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 500),
    connectionName: 'gateway-limits',
  });
  const breaker = createBreaker({ probe: () => redis.ping(), onChange });
  redis.on('error', (error) => {
    breaker.trip(error);
  });

  /** The name of a script is its SHA-1, so it is known even when Redis can't be asked (then it is loaded later). */
  const send = async (...[command = '', ...words]: string[]): Promise<Reply> => {
    if (command !== 'SCRIPT') return (await redis.call(command, ...words)) as Reply;
    const sha = createHash('sha1')
      .update(words.at(-1) ?? '')
      .digest('hex');
    return redis.call(command, ...words).then(
      () => sha,
      () => sha,
    );
  };

  return {
    breaker,
    createStore: (prefix) => new RedisStore({ prefix, sendCommand: send }),
    call: (command, ...words) => redis.call(command, ...words),
    close() {
      breaker.close();
      redis.disconnect();
    },
  };
};
