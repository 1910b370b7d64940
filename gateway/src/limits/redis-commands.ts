import { createHash } from 'node:crypto';

import { Redis } from 'ioredis';
import { RedisStore } from 'rate-limit-redis';

import { createBreaker } from './breaker.ts';
import type { Breaker } from './breaker.ts';

export interface LimitsRedis {
  breaker: Breaker;
  /** Resolves when Redis can be used, or after a second without it. */
  ready(): Promise<void>;
  /** A counter in Redis under keys that begin with `prefix`. */
  createStore(prefix: string): RedisStore;
  call(command: string, ...words: (string | number)[]): Promise<unknown>;
  close(): void;
}

export interface LimitsRedisOptions {
  url: string;
  /** A healthy Redis answers in under 2 ms; one that takes longer than this is treated as down. */
  timeoutMilliseconds: number;
  onChange: (closed: boolean, reason?: unknown) => void;
}

/** A gateway that starts waits this long for Redis, lest it grants anew what others have counted. */
const READY_MILLISECONDS = 1_000;
/** Commands that were given up are forgotten after this long. */
const FORGET_MILLISECONDS = 1_000;

type Reply = number | string | (number | string)[];

/** Rejects if `work` takes longer; an answer that lies in the socket already, because this process was busy, counts. */
const withDeadline = <Value>(work: Promise<Value>, milliseconds: number): Promise<Value> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // Sockets are read between the timers and the immediates of a turn.
      setImmediate(() => {
        reject(new Error(`Redis did not answer within ${milliseconds} ms.`));
      });
    }, milliseconds);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });

/**
 * The limiter's own connection to Redis, which gives up quickly: a request is worth more than an exact count. (With
 * ioredis' defaults requests hang for seconds while Redis is down.)
 */
export const connectLimitsRedis = (options: LimitsRedisOptions): LimitsRedis => {
  const { url, timeoutMilliseconds, onChange } = options;
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: timeoutMilliseconds + FORGET_MILLISECONDS,
    // Commands of one turn of the event loop go out in one write.
    enableAutoPipelining: true,
    connectTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 500),
    connectionName: 'gateway-limits',
  });
  const call = (command: string, ...words: (string | number)[]): Promise<unknown> =>
    withDeadline(redis.call(command, ...words), timeoutMilliseconds);
  const breaker = createBreaker({ probe: () => call('PING'), onChange });
  redis.on('error', (error) => {
    breaker.trip(error);
  });

  /** The name of a script is its SHA-1, so it is known even when Redis can't be asked (then it is loaded later). */
  const send = async (...[command = '', ...words]: string[]): Promise<Reply> => {
    if (command !== 'SCRIPT') return (await call(command, ...words)) as Reply;
    const sha = createHash('sha1')
      .update(words.at(-1) ?? '')
      .digest('hex');
    return call(command, ...words).then(
      () => sha,
      () => sha,
    );
  };

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
    createStore: (prefix) => new RedisStore({ prefix, sendCommand: send }),
    call,
    close() {
      breaker.close();
      redis.disconnect();
    },
  };
};
