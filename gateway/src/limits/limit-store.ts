import type { ClientRateLimitInfo, Store } from 'express-rate-limit';
import { admit, BUCKET_MILLISECONDS, WINDOW_MILLISECONDS, createBudgetFinder } from './budget.ts';
import type { Admission, Budget, Use } from './budget.ts';
import type { LimitsRedis } from './limits-redis.ts';
import { SLOT } from './budget.ts';

interface CountRequest {
  budgets: readonly Budget[];
  amount: number;
  /** False to count without asking whether the limits allow it. */
  conditional: boolean;
  /** Uses of each budget that Redis has not heard of. */
  extras: readonly number[];
}

interface SharedUse {
  admitted: boolean;
  /** Before the request, one for each budget. */
  uses: Use[];
  /** Gateways that share the limits. */
  gateways: number;
}

/** Counts a request in Redis. @throws if Redis does not answer in time */
type SharedCounter = (request: CountRequest) => Promise<SharedUse>;

const PREFIX = `limit:${SLOT}:`;
/** Bounds how long one script keeps Redis busy. */
const MAX_BATCH = 100;

interface Waiting extends CountRequest {
  resolve: (use: SharedUse) => void;
  reject: (error: unknown) => void;
}

const readAnswer = (batch: readonly Waiting[], answer: readonly number[], now: number): void => {
  const gateways = Math.max(1, answer[0] ?? 1);
  let at = 1;
  for (const { budgets, resolve } of batch) {
    const admitted = answer[at] === 1;
    at += 1;
    const uses = budgets.map((_, index) => ({
      used: answer[at + 2 * index] ?? 0,
      resetAt: now + (answer[at + 2 * index + 1] ?? 0),
    }));
    at += 2 * budgets.length;
    resolve({ admitted, uses, gateways });
  }
};

/**
 * Counts in Redis, with one command for all requests that arrive in the same turn of the event
 * loop.
 */
const createSharedCounter = (redis: LimitsRedis): SharedCounter => {
  let waiting: Waiting[] = [];

  const send = (batch: readonly Waiting[]): void => {
    const keys = batch.flatMap(({ budgets }) => budgets.map(({ id }) => PREFIX + id));
    const words = batch.flatMap(({ budgets, amount, conditional, extras }) => [
      budgets.length,
      amount,
      ...budgets.flatMap(({ limit }, index) => [conditional ? limit : 0, extras[index] ?? 0]),
    ]);
    redis.count(keys, words).then(
      (answer) => {
        readAnswer(batch, answer, Date.now());
      },
      (error: unknown) => {
        for (const { reject } of batch) reject(error);
      },
    );
  };

  const flush = (): void => {
    const batch = waiting;
    waiting = [];
    for (let from = 0; from < batch.length; from += MAX_BATCH) send(batch.slice(from, from + MAX_BATCH));
  };

  return (request) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ ...request, resolve, reject });
    });
};

interface SlidingCounter {
  /** Returns the use of `id` in the last minute. */
  read(id: string): Use;
  add(id: string, amount: number): void;
  reset(id: string): void;
}

interface Window {
  sum: number;
  /** Numbers of the buckets, oldest first, each followed by its count. */
  buckets: number[];
}

const MAX_IDS = 100_000;
const BUCKETS = WINDOW_MILLISECONDS / BUCKET_MILLISECONDS;

/**
 * Counts uses in memory, in a window that slides by small buckets. A bucket counts until its last
 * moment is a minute ago, so no minute ever holds more than was admitted. The ids used least
 * recently are dropped if there are too many.
 */
export const createSlidingCounter = (now: () => number = Date.now): SlidingCounter => {
  const windows = new Map<string, Window>();

  const current = (): number => Math.floor(now() / BUCKET_MILLISECONDS);

  const slide = (window: Window): Window => {
    const { buckets } = window;
    const expired = current() - BUCKETS - 1;
    let ended = 0;
    while (ended < buckets.length && (buckets[ended] ?? 0) <= expired) {
      window.sum -= buckets[ended + 1] ?? 0;
      ended += 2;
    }
    if (ended > 0) buckets.splice(0, ended);
    return window;
  };

  /** Keeps the map in the order of use, so that its first entries are the ones to drop. */
  const open = (id: string): Window => {
    const window = windows.get(id) ?? { sum: 0, buckets: [] };
    windows.delete(id);
    windows.set(id, window);
    for (const oldest of windows.keys()) {
      if (windows.size <= MAX_IDS) break;
      windows.delete(oldest);
    }
    return slide(window);
  };

  return {
    read(id) {
      const window = windows.get(id);
      const { sum, buckets } = window ? slide(window) : { sum: 0, buckets: [] };
      const oldest = buckets[0] ?? current();
      return { used: sum, resetAt: (oldest + BUCKETS + 1) * BUCKET_MILLISECONDS };
    },
    add(id, amount) {
      const window = open(id);
      const { buckets } = window;
      const bucket = current();
      if (buckets.at(-2) === bucket) buckets[buckets.length - 1] = (buckets.at(-1) ?? 0) + amount;
      else buckets.push(bucket, amount);
      window.sum += amount;
    },
    reset(id) {
      windows.delete(id);
    },
  };
};

/** Share of a limit that all gateways together may admit before they have asked Redis. */
const CREDIT = 0.01;
/** The greatest age of Redis' last word for that. */
const FRESH_MILLISECONDS = 1_000;
/** Time that admissions made so wait to be counted in Redis. */
const FLUSH_MILLISECONDS = 20;

/** A gateway's knowledge of a budget in Redis. */
interface Known {
  /** By Redis' last answer. */
  used: number;
  resetAt: number;
  gateways: number;
  at: number;
  /** Uses that Redis has not been told of. */
  unsent: number;
  /** Uses that it was told of, and has not answered. */
  underWay: number;
}

interface Credit {
  /** Admits a request ahead of Redis, if no limit can be exceeded by more than its hundredth. */
  admit: (budgets: readonly Budget[]) => Admission | undefined;
  /** Takes the uses that Redis has not been told of, for whoever tells it. */
  takeUnsent: (id: string) => number;
  /** Notes that Redis is told of uses. */
  told: (id: string, amount: number) => void;
  /** Notes that Redis has counted uses, and what it knows with them; nothing if it did not answer. */
  answered: (budget: Budget, amount: number, known?: Use & { gateways: number }) => void;
}

/**
 * Lets most requests pass without waiting for Redis, and tells it of them many at a time. Each gateway
 * may be ahead by its part of a hundredth of a limit: by nothing where that is less than one.
 */
const createCredit = (now: () => number, tell: (budgets: readonly Budget[]) => void): Credit => {
  const known = new Map<string, Known>();
  let waiting = new Set<readonly Budget[]>();

  const flush = (): void => {
    const telling = waiting;
    waiting = new Set();
    for (const budgets of telling) tell(budgets);
  };

  const aheadOf = ({ used, unsent, underWay }: Known): number => used + unsent + underWay;

  return {
    admit(budgets) {
      const uses: Use[] = [];
      for (const { id, limit } of budgets) {
        const state = known.get(id);
        if (state === undefined || now() - state.at > FRESH_MILLISECONDS) return undefined;
        const ahead = state.unsent + state.underWay + 1;
        if (ahead * state.gateways > limit * CREDIT || aheadOf(state) >= limit) return undefined;
        uses.push({ used: aheadOf(state), resetAt: state.resetAt });
      }
      for (const { id } of budgets) {
        const state = known.get(id);
        if (state) state.unsent += 1;
      }
      if (waiting.size === 0) setTimeout(flush, FLUSH_MILLISECONDS).unref();
      waiting.add(budgets);
      return admit(budgets, uses);
    },
    takeUnsent(id) {
      const state = known.get(id);
      const unsent = state?.unsent ?? 0;
      if (state) state.unsent = 0;
      return unsent;
    },
    told(id, amount) {
      const state = known.get(id);
      if (state) state.underWay += amount;
    },
    answered({ id, limit }, amount, counted) {
      const state = known.get(id);
      if (counted === undefined || limit * CREDIT < counted.gateways) {
        known.delete(id);
        return;
      }
      if (known.size >= MAX_IDS) known.clear();
      const { unsent = 0, underWay = amount } = state ?? {};
      known.set(id, { ...counted, at: now(), unsent, underWay: Math.max(0, underWay - amount) });
    },
  };
};

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
 * and no less. Redis is asked ahead of a request only near a limit, or below a hundred a minute.
 */
export const createLimitStore = ({ redis, instances, now = Date.now }: LimitStoreOptions): LimitStore => {
  const local = createSlidingCounter(now);
  const missing = createSlidingCounter(now);
  const shared = redis && createSharedCounter(redis);
  const lookUp = createBudgetFinder();

  const takeMissing = (id: string): number => {
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

  const countShared = async (
    budgets: readonly Budget[],
    amount: number,
    conditional: boolean,
  ): Promise<SharedUse | undefined> => {
    if (!shared || !redis.breaker.closed()) return undefined;
    const extras = budgets.map(({ id }) => {
      const extra = takeMissing(id) + credit.takeUnsent(id);
      credit.told(id, amount + extra);
      return extra;
    });
    const amountOf = (index: number): number => amount + (extras[index] ?? 0);
    try {
      const answer = await shared({ budgets, amount, conditional, extras });
      budgets.forEach((budget, index) => {
        const { used = 0, resetAt = 0 } = answer.uses[index] ?? {};
        const { admitted, gateways } = answer;
        const counted = { used: used + (admitted ? amount : 0), resetAt, gateways };
        credit.answered(budget, amountOf(index), counted);
      });
      return answer;
    } catch (error) {
      budgets.forEach((budget, index) => {
        credit.answered(budget, amountOf(index));
        missing.add(budget.id, extras[index] ?? 0);
      });
      redis.breaker.trip(error);
      return undefined;
    }
  };

  const credit = createCredit(now, (budgets) => void countShared(budgets, 0, false));

  const decide = async (budgets: readonly Budget[]): Promise<Admission> => {
    const ahead = shared && redis.breaker.closed() ? credit.admit(budgets) : undefined;
    if (ahead) {
      addLocally(budgets, 1, true);
      return ahead;
    }
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
