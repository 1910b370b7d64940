import type { ClientRateLimitInfo, Store } from 'express-rate-limit';

import { admit } from './budget.ts';
import type { Admission, Budget } from './budget.ts';
import { createBudgetFinder } from './budget-key.ts';
import type { LimitsRedis } from './limits-redis.ts';
import { createSharedCounter } from './redis-counter.ts';
import { createSlidingCounter } from './memory-counter.ts';

export interface LimitStoreOptions {
  /** Without Redis, each gateway counts alone. */
  redis?: LimitsRedis;
  /** Number of gateways that share the limits, for the time when Redis is down. */
  instances: () => number;
  now?: () => number;
}

export interface LimitStore extends Store {
  /** Counts a use that has already happened, whatever the limits say. */
  charge(budgets: readonly Budget[], amount: number): Promise<void>;
}

/**
 * Counts requests in a sliding minute: in Redis, so that all gateways share one limit, and in
 * memory what this gateway has admitted. While Redis is down or hanging, memory decides, and each
 * gateway grants limit ÷ gateways. What was admitted meanwhile is added in Redis with the next
 * request of the same key. Refused requests don't count: a client that keeps asking gets its limit,
 * and no less.
 */
export const createLimitStore = ({ redis, instances, now = Date.now }: LimitStoreOptions): LimitStore => {
  const local = createSlidingCounter(now);
  const missing = createSlidingCounter(now);
  const shared = redis && createSharedCounter(redis);
  const lookUp = createBudgetFinder();

  const missed = (id: string): number => {
    const { used } = missing.read(id);
    if (used > 0) missing.reset(id);
    return used;
  };

  const addLocally = (budgets: readonly Budget[], amount: number, isShared: boolean): void => {
    for (const { id } of budgets) {
      local.add(id, amount);
      if (redis && !isShared) missing.add(id, amount);
    }
  };

  const countShared = async (budgets: readonly Budget[], amount: number, conditional: boolean) => {
    if (!shared || !redis.breaker.closed()) return undefined;
    try {
      return await shared({ budgets, amount, conditional, missed });
    } catch (error) {
      redis.breaker.trip(error);
      return undefined;
    }
  };

  const decide = async (budgets: readonly Budget[]): Promise<Admission> => {
    const use = await countShared(budgets, 1, true);
    const count = instances();
    const admission = use
      ? { ...admit(budgets, use.uses), admitted: use.admitted }
      : admit(
          // A limit below the number of gateways still lets one request through.
          budgets.map(({ id, limit }) => ({ id, limit: Math.max(1, Math.floor(limit / count)) })),
          budgets.map(({ id }) => local.read(id)),
        );
    if (admission.admitted) addLocally(budgets, 1, use !== undefined);
    return admission;
  };

  return {
    localKeys: redis === undefined,
    async increment(key): Promise<ClientRateLimitInfo> {
      const budgets = lookUp(key);
      const admission = await decide(budgets);
      const limit = budgets[0]?.limit ?? 0;
      const totalHits = admission.admitted ? limit - admission.remaining : Infinity;
      return { totalHits, resetTime: new Date(admission.resetAt) };
    },
    decrement: () => undefined,
    resetKey(key) {
      for (const { id } of lookUp(key)) local.reset(id);
    },
    async charge(budgets, amount) {
      const use = await countShared(budgets, amount, false);
      addLocally(budgets, amount, use !== undefined);
    },
  };
};
