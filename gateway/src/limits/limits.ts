import { rateLimited } from '@platform/errors';
import { ipKeyGenerator } from 'express-rate-limit';

import type { Principal } from '../keys/api-key.ts';
import type { RequestContext } from '../request-context/request-context.ts';
import type { Budget } from './budget.ts';
import type { Instances } from './instances.ts';
import { createLimitStore } from './limit-store.ts';
import type { LimitsRedis } from './limits-redis.ts';
import { createRatePolicy } from './rate-policy.ts';
import type { RatePolicy } from './rate-policy.ts';

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
  onRefused: (policy: string) => void;
}

/** An organisation without a limit of its own may use this many times the default of a key. */
export const ORGANISATION_FACTOR = 5;

const REMEMBERED_ADDRESSES = 10_000;

/**
 * What counts as one address: an IPv4 address, or an IPv6 /56 network, which is what one customer
 * gets.
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
  const { perMinute, publicPerMinute, redis, instances } = deps;
  if (perMinute === 0) return NO_LIMITS;
  const exhaustedUntil = new Map<string, number>();
  const store = createLimitStore({ instances: () => instances.count(), ...(redis ? { redis } : {}) });

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
      if (until > Date.now()) throw rateLimited((until - Date.now()) / 1000);
      exhaustedUntil.delete(address);
    },
  };
};
