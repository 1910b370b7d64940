import { rateLimited } from '@platform/errors';
import type { Request, Response } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

import { exchangeOf } from '../exchange.ts';
import type { ApiKey } from '../keys/api-key.ts';
import type { Instances } from './instances.ts';
import { createRatePolicy } from './rate-policy.ts';
import type { RatePolicy, RatePolicyOptions } from './rate-policy.ts';
import type { LimitsRedis } from './redis-commands.ts';
import { createSharedStore } from './shared-store.ts';

export interface Limits {
  /** Counts a request with a valid key, within the key's limit. */
  countKey: RatePolicy;
  /** Counts a request without a valid key, within the address' limit. */
  countStranger: RatePolicy;
  /** Counts a request for a public path, within the address' limit for those. */
  countVisitor: RatePolicy;
  /** @throws 429 if the address is known to be over the limit of strangers, without counting */
  refuseSpentStranger(request: Request): void;
}

export interface LimitsDeps {
  /** Requests a minute of a key without a limit of its own, and of an address without a key; 0 turns all limits off. */
  perMinute: number;
  /** Requests a minute of an address for public paths. */
  publicPerMinute: number;
  redis?: LimitsRedis;
  instances: Instances;
  onRefused: (policy: string) => void;
}

const WINDOW_MILLISECONDS = 60_000;
const REMEMBERED_ADDRESSES = 10_000;

/** The address that counts: the whole of an IPv4 one, the /56 network of an IPv6 one, which is what one user has. */
const addressOf = (request: Request): string => ipKeyGenerator(request.ip ?? 'unknown');

const keyOf = (response: Response): ApiKey => {
  const { key } = exchangeOf(response);
  if (!key) throw new Error('A request without a key was counted as one with a key.');
  return key;
};

const countNothing = (): Promise<void> => Promise.resolve();

const NO_LIMITS: Limits = {
  countKey: countNothing,
  countStranger: countNothing,
  countVisitor: countNothing,
  refuseSpentStranger: () => undefined,
};

/** The rate limits: per key, and per address for requests without a valid key and for public paths. */
export const createLimits = (deps: LimitsDeps): Limits => {
  const { perMinute, publicPerMinute, redis, instances } = deps;
  if (perMinute === 0) return NO_LIMITS;
  const spentUntil = new Map<string, number>();

  const policy = (
    name: string,
    rules: Pick<RatePolicyOptions, 'limit' | 'keyOf'> & Partial<Pick<RatePolicyOptions, 'onRefused'>>,
  ): RatePolicy =>
    createRatePolicy({
      name,
      ...rules,
      windowMilliseconds: WINDOW_MILLISECONDS,
      store: createSharedStore({
        prefix: `limit:${name}:`,
        windowMilliseconds: WINDOW_MILLISECONDS,
        instances: () => instances.count(),
        ...(redis ? { redis } : {}),
      }),
      onRefused(key, until) {
        deps.onRefused(name);
        rules.onRefused?.(key, until);
      },
    });

  return {
    countKey: policy('key', {
      limit: (_request, response) => keyOf(response).rateLimit ?? perMinute,
      keyOf: (_request, response) => keyOf(response).id,
    }),
    countStranger: policy('address', {
      limit: () => perMinute,
      keyOf: addressOf,
      onRefused(address, until) {
        if (spentUntil.size >= REMEMBERED_ADDRESSES) spentUntil.clear();
        spentUntil.set(address, until);
      },
    }),
    countVisitor: policy('public', { limit: () => publicPerMinute, keyOf: addressOf }),
    refuseSpentStranger(request) {
      if (spentUntil.size === 0) return;
      const address = addressOf(request);
      const until = spentUntil.get(address) ?? 0;
      if (until > Date.now()) throw rateLimited((until - Date.now()) / 1000);
      spentUntil.delete(address);
    },
  };
};
