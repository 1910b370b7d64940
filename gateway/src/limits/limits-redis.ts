import { connectRedis } from '@platform/runtime/redis';
import type { RedisClient } from '@platform/runtime/redis';
import { withDeadline } from '@platform/runtime';
import { BUCKET_MILLISECONDS, GATEWAYS, SLOT, WINDOW_MILLISECONDS } from './budget.ts';

interface Breaker {
  /** True while the dependency may be used. */
  closed(): boolean;
  /** Opens the breaker. It closes again when a probe succeeds. */
  trip(reason: unknown): void;
  close(): void;
}

interface BreakerOptions {
  /** Rejects while the dependency is down. */
  probe: () => Promise<unknown>;
  onChange?: (closed: boolean, reason?: unknown) => void;
  /** Time between probes. */
  milliseconds?: number;
}

/**
 * Keeps requests from waiting for a dependency that is down: after one failure only a background
 * probe contacts it.
 */
const createBreaker = ({ probe, onChange, milliseconds = 500 }: BreakerOptions): Breaker => {
  let closed = true;
  let timer: NodeJS.Timeout | undefined;

  const probeLater = (): void => {
    timer = setTimeout(() => {
      probe().then(() => {
        closed = true;
        onChange?.(true);
      }, probeLater);
    }, milliseconds);
    timer.unref();
  };

  return {
    closed: () => closed,
    trip(reason) {
      if (!closed) return;
      closed = false;
      onChange?.(false, reason);
      probeLater();
    },
    close() {
      clearTimeout(timer);
    },
  };
};

/**
 * Counts a batch of requests in Redis, by Redis' own clock, so that all gateways share one window.
 *
 * A budget is a hash: `s` is the sum of its window, `o` its oldest bucket, and each bucket has a
 * field of its own. ARGV: length of a bucket in milliseconds, buckets in a window, and for each
 * request the number of its budgets and the amount, followed by limit and extra for each budget. A
 * limit of 0 counts without asking. `extra` are uses that this gateway admitted while Redis was
 * away. The last key is the set of gateways. The answer holds their number and then, for each
 * request, 1 or 0, and for each of its budgets what was used before the request and the
 * milliseconds until some of it comes back.
 */
const COUNT_SCRIPT = `
local bucket_ms, buckets = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local bucket = math.floor(now / bucket_ms)

local function slide(key)
  local state = redis.call('HMGET', key, 's', 'o')
  if not state[1] then return 0, bucket end
  local sum, oldest = tonumber(state[1]), tonumber(state[2])
  local before = oldest
  while oldest < bucket do
    local count = redis.call('HGET', key, oldest)
    if count then
      if oldest > bucket - buckets - 1 then break end
      sum = sum - count
      redis.call('HDEL', key, oldest)
    end
    oldest = oldest + 1
  end
  if oldest ~= before then redis.call('HSET', key, 's', sum, 'o', oldest) end
  return sum, oldest
end

local function add(key, oldest, amount)
  if redis.call('HINCRBY', key, 's', amount) == amount then redis.call('HSET', key, 'o', oldest) end
  redis.call('HINCRBY', key, bucket, amount)
  redis.call('PEXPIRE', key, (buckets + 2) * bucket_ms)
end

local answer, at, first = { redis.call('ZCARD', KEYS[#KEYS]) }, 3, 1
while at <= #ARGV do
  local count, amount = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  at = at + 2
  local admitted, oldests = 1, {}
  local mark = #answer + 1
  answer[mark] = 1
  for i = 0, count - 1 do
    local key, limit, extra = KEYS[first + i], tonumber(ARGV[at]), tonumber(ARGV[at + 1])
    at = at + 2
    local sum, oldest = slide(key)
    if extra > 0 then
      add(key, oldest, extra)
      sum = sum + extra
    end
    if limit > 0 and sum + amount > limit then admitted = 0 end
    oldests[i] = oldest
    answer[#answer + 1] = sum
    answer[#answer + 1] = (oldest + buckets + 1) * bucket_ms - now
  end
  if admitted == 1 then
    for i = 0, count - 1 do add(KEYS[first + i], oldests[i], amount) end
  end
  answer[mark] = admitted
  first = first + count
end
return answer
`;

export interface LimitsRedis {
  breaker: Breaker;
  /** Resolves when Redis is ready, or after one second without it. */
  ready(): Promise<void>;
  /** Runs the counting script for budgets and requests. @throws if Redis does not answer in time */
  count(keys: readonly string[], words: readonly number[]): Promise<number[]>;
  call(command: string, ...words: (string | number)[]): Promise<unknown>;
  close(): void;
}

interface LimitsRedisOptions {
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
      answeredWithin(
        redis.countBudgets(keys.length + 1, ...keys, GATEWAYS, ...window, ...words),
        timeoutMilliseconds,
      ),
    call,
    close() {
      breaker.close();
      redis.disconnect();
    },
  };
};
