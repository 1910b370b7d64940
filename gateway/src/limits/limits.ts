import { rateLimited } from '@platform/errors';
import { toAppError } from '@platform/http';
import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { RateLimitInfo } from 'express-rate-limit';
import type { Principal } from '../keys/api-key.ts';
import { contextOf } from '../request-context/request-context.ts';
import type { RequestContext } from '../request-context/request-context.ts';
import { GATEWAYS, keyOfBudgets, WINDOW_MILLISECONDS } from './budget.ts';
import type { Budget } from './budget.ts';
import { createLimitStore } from './limit-store.ts';
import type { LimitStore } from './limit-store.ts';
import type { LimitsRedis } from './limits-redis.ts';
import type { Logger } from '@platform/runtime';
import { randomUUID } from 'node:crypto';

/** Refusals that a budget gets at once in a second, and how long the others wait. */
const PROMPT_REFUSALS = 20;
const REFUSAL_MILLISECONDS = 100;
/** Beyond that many nobody waits, as each keeps its request in memory. */
const MOST_WAITING = 2_000;

/** Calls back at once, or in a moment for a budget that was refused often within a second. */
type Pace = (budgetId: string, refuse: () => void) => void;

/** Keeps a client that asks on and on from getting as many refusals as the gateway can write. */
const createPace = (now: () => number): Pace => {
  const refusals = new Map<string, number>();
  let second = 0;
  let waiting = 0;
  return (budgetId, refuse) => {
    const current = Math.floor(now() / 1000);
    if (current !== second) refusals.clear();
    second = current;
    const count = (refusals.get(budgetId) ?? 0) + 1;
    refusals.set(budgetId, count);
    if (count <= PROMPT_REFUSALS || waiting >= MOST_WAITING) {
      refuse();
      return;
    }
    waiting += 1;
    setTimeout(() => {
      waiting -= 1;
      refuse();
    }, REFUSAL_MILLISECONDS);
  };
};

interface RatePolicyOptions {
  /** Name of the policy in the headers. */
  name: string;
  /** The budgets that a request uses; the first one is the one that clients are told about. */
  budgetsOf: (context: RequestContext) => readonly Budget[];
  store: LimitStore;
  pace: Pace;
  now: () => number;
  /** Called for each refused request; `until` is when a request may pass again. */
  onRefused: (budget: string, until: number) => void;
}

/** Counts a request. @throws 429 over the limit */
type RatePolicy = (context: RequestContext) => Promise<void> | undefined;

const WINDOW_SECONDS = WINDOW_MILLISECONDS / 1000;

const partitionOf = (budgetId: string): string =>
  Buffer.from(budgetId.slice(budgetId.indexOf(':') + 1)).toString('base64');

/**
 * One rate limit, on top of express-rate-limit. Writes the headers of
 * draft-ietf-httpapi-ratelimit-headers-10 itself: the library would hash the key on every request,
 * which doubles the cost, and clients know their own ids anyway.
 */
const createRatePolicy = ({
  name,
  budgetsOf,
  store,
  pace,
  onRefused,
  now,
}: RatePolicyOptions): RatePolicy => {
  /** Texts for all requests with the same budgets. */
  interface Texts {
    /** Key by which express-rate-limit knows the budgets. */
    key: string;
    /** The budget that clients are told about. */
    id: string;
    policy: string;
  }
  const known = new WeakMap<readonly Budget[], Texts>();
  const textsOf = (budgets: readonly Budget[]): Texts => {
    const found = known.get(budgets);
    if (found) return found;
    const { id, limit } = budgets[0] ?? { id: '', limit: 0 };
    const policy = `"${name}"; q=${limit}; w=${WINDOW_SECONDS}; pk=:${partitionOf(id)}:`;
    const texts = { key: keyOfBudgets(budgets), id, policy };
    known.set(budgets, texts);
    return texts;
  };

  /** Writes the headers; returns whose budget it is and when some of it comes back. */
  const describe = (context: RequestContext): { id: string; until: number } => {
    const info = (context.request as Request & { rateLimit: RateLimitInfo }).rateLimit;
    const until = info.resetTime?.getTime() ?? now() + WINDOW_MILLISECONDS;
    const seconds = Math.min(WINDOW_SECONDS, Math.max(0, Math.ceil((until - now()) / 1000)));
    const { id, policy } = textsOf(budgetsOf(context));
    context.setHeader('RateLimit', `"${name}"; r=${info.remaining}; t=${seconds}`);
    context.setHeader('RateLimit-Policy', policy);
    return { id, until };
  };

  const budgetsFor = (response: Response): readonly Budget[] => budgetsOf(contextOf(response));

  const middleware = rateLimit({
    windowMs: WINDOW_MILLISECONDS,
    limit: (_request, response) => budgetsFor(response)[0]?.limit ?? 0,
    keyGenerator: (_request, response) => textsOf(budgetsFor(response)).key,
    store,
    standardHeaders: false,
    legacyHeaders: false,
    // The library's checks expect keys made from addresses; these are ids and networks.
    validate: false,
    handler(_request, response, next) {
      const { id, until } = describe(contextOf(response));
      onRefused(id, until);
      pace(id, () => {
        next(rateLimited((until - now()) / 1000));
      });
    },
  }) as RequestHandler;

  return (context) =>
    new Promise((resolve, reject) => {
      void middleware(context.request as Request, context.response as Response, (error?: unknown) => {
        if (error !== undefined) {
          reject(toAppError(error));
          return;
        }
        describe(context);
        resolve();
      });
    });
};

export interface Limits {
  /** Counts a request with a valid key against the limits of the key and its organisation. */
  countKey: RatePolicy;
  /** Counts a request without a valid key against the address' limit. */
  countUnauthenticated: RatePolicy;
  /** Counts a request for a public path against the address' limit for those. */
  countPublic: RatePolicy;
  /** Counts what a request cost beyond the one that it was counted as. */
  charge: (key: Principal, cost: number) => void;
  /**
   * @throws 429 if the address is known to be over its limit for unauthenticated requests; does not
   *   count
   */
  refuseExhaustedAddress(context: RequestContext): void;
}

export interface LimitsDeps {
  /**
   * Requests a minute per key without its own limit, and per address without a key; 0 turns all
   * limits off.
   */
  perMinute: number;
  /** Requests a minute per address for public paths; 0 turns this limit off. */
  publicPerMinute: number;
  redis?: LimitsRedis;
  instances: Instances;
  now: () => number;
  onRefused: (policy: string) => void;
}

/** An organisation that has no set limit may use this many times the default of a key. */
const ORGANISATION_FACTOR = 5;

const REMEMBERED_ADDRESSES = 10_000;

/**
 * Returns what counts as one address: an IPv4 address, or an IPv6 /56 network, which is what one
 * customer gets.
 */
const networkOf = ({ address }: RequestContext): string => ipKeyGenerator(address || 'unknown');

const countNothing = (): undefined => undefined;

const NO_LIMITS: Limits = {
  countKey: countNothing,
  countUnauthenticated: countNothing,
  countPublic: countNothing,
  charge: () => undefined,
  refuseExhaustedAddress: () => undefined,
};

/**
 * The rate limits: per key and organisation, and per address for unauthenticated requests and
 * public paths.
 */
export const createLimits = (deps: LimitsDeps): Limits => {
  const { perMinute, publicPerMinute, redis, instances, now } = deps;
  if (perMinute === 0) return NO_LIMITS;
  const exhaustedUntil = new Map<string, number>();
  const pace = createPace(now);
  const store = createLimitStore({ instances: () => instances.count(), now, ...(redis ? { redis } : {}) });

  /** A cached key is one object for all its requests, so its budgets and their texts are too. */
  const known = new WeakMap<Principal, readonly Budget[]>();
  const budgetsOfKey = (key: Principal): readonly Budget[] => {
    const budgets = known.get(key) ?? [
      { id: `key:${key.limitId}`, limit: key.rateLimit ?? perMinute },
      {
        id: `organisation:${key.organisation}`,
        limit: key.organisationRateLimit ?? ORGANISATION_FACTOR * perMinute,
      },
    ];
    known.set(key, budgets);
    return budgets;
  };

  const keyOf = ({ caller }: RequestContext): Principal => {
    if (!caller) throw new Error('A request without a key was counted as one with a key.');
    return caller;
  };

  const policy = (
    name: string,
    budgetsOf: (context: RequestContext) => readonly Budget[],
    onRefused?: (budget: string, until: number) => void,
  ): RatePolicy =>
    createRatePolicy({
      name,
      budgetsOf,
      store,
      pace,
      now,
      onRefused(budget, until) {
        deps.onRefused(name);
        onRefused?.(budget, until);
      },
    });

  return {
    countKey: policy('key', (context) => budgetsOfKey(keyOf(context))),
    countUnauthenticated: policy(
      'address',
      (context) => [{ id: `address:${networkOf(context)}`, limit: perMinute }],
      (budget, until) => {
        if (exhaustedUntil.size >= REMEMBERED_ADDRESSES) exhaustedUntil.clear();
        exhaustedUntil.set(budget, until);
      },
    ),
    countPublic:
      publicPerMinute === 0
        ? countNothing
        : policy('public', (context) => [{ id: `public:${networkOf(context)}`, limit: publicPerMinute }]),
    charge(key, cost) {
      if (cost > 1) void store.charge(budgetsOfKey(key), cost - 1);
    },
    refuseExhaustedAddress(context) {
      if (exhaustedUntil.size === 0) return;
      const address = `address:${networkOf(context)}`;
      const until = exhaustedUntil.get(address) ?? 0;
      const left = until - now();
      if (left > 0) throw rateLimited(left / 1000);
      exhaustedUntil.delete(address);
    },
  };
};

interface ConnectedLimits {
  limits: Limits;
  /** False while limits are counted locally because Redis is down; undefined without Redis. */
  isShared: (() => boolean) | undefined;
  close(): Promise<void>;
}

interface ConnectLimitsOptions extends Omit<LimitsDeps, 'redis' | 'instances'> {
  redisUrl: string | undefined;
  /** Redis is treated as down if it takes longer. */
  redisTimeoutMilliseconds: number;
  logger: Logger;
}

const connectRedis = async (
  url: string,
  { redisTimeoutMilliseconds, logger }: ConnectLimitsOptions,
): Promise<LimitsRedis> => {
  // Without a Redis nobody needs its client.
  const { connectLimitsRedis } = await import('./limits-redis.ts');
  return connectLimitsRedis({
    url,
    timeoutMilliseconds: redisTimeoutMilliseconds,
    onChange: (closed, reason) => {
      if (closed) logger.info('counting limits in Redis again');
      else logger.warn({ err: reason }, 'counting limits locally, because Redis is not answering');
    },
  });
};

/** The rate limits on their Redis, if there is one. */
export const connectLimits = async (options: ConnectLimitsOptions): Promise<ConnectedLimits> => {
  const redis = options.redisUrl === undefined ? undefined : await connectRedis(options.redisUrl, options);
  await redis?.ready();
  const instances = await trackInstances(redis);
  return {
    limits: createLimits({ ...options, instances, ...(redis ? { redis } : {}) }),
    isShared: redis && (() => redis.breaker.closed()),
    async close() {
      await instances.close();
      redis?.close();
    },
  };
};

export interface Instances {
  /** Gateways that shared the limits when Redis last answered; 1 without Redis. */
  count(): number;
  close(): Promise<void>;
}

const BEAT_MILLISECONDS = 5_000;
const GONE_AFTER_BEATS = 3;

/**
 * Counts the gateways that share a Redis. Each one registers itself before its first request, so that
 * the others don't go ahead of Redis for it too, and again every 5 s.
 */
const trackInstances = async (redis: LimitsRedis | undefined): Promise<Instances> => {
  if (!redis) return { count: () => 1, close: () => Promise.resolve() };
  const self = randomUUID();
  let known = 1;

  const beat = async (): Promise<void> => {
    if (!redis.breaker.closed()) return;
    const now = Date.now();
    await redis.call('ZADD', GATEWAYS, now, self);
    await redis.call('ZREMRANGEBYSCORE', GATEWAYS, 0, now - GONE_AFTER_BEATS * BEAT_MILLISECONDS);
    known = Math.max(1, Number(await redis.call('ZCARD', GATEWAYS)));
  };
  const beatQuietly = (): Promise<void> =>
    beat().catch((error: unknown) => {
      redis.breaker.trip(error);
    });

  await beatQuietly();
  const timer = setInterval(() => void beatQuietly(), BEAT_MILLISECONDS);
  timer.unref();
  return {
    count: () => known,
    async close() {
      clearInterval(timer);
      if (redis.breaker.closed()) await redis.call('ZREM', GATEWAYS, self).catch(() => undefined);
    },
  };
};
