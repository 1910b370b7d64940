import { rateLimited } from '@platform/errors';
import type { Request, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';

import { exchangeOf } from '../exchange.ts';
import type { ApiKey } from '../keys/api-key.ts';
import type { Instances } from './instances.ts';
import type { LimitsRedis } from './redis-commands.ts';
import { createSharedStore } from './shared-store.ts';

export interface Limits {
  /** Counts a request with a valid key. @throws 429 over the key's limit */
  countKey(request: Request, response: Response): Promise<void>;
  /** Counts a request without a valid key. @throws 429 over the address' limit */
  countStranger(request: Request, response: Response): Promise<void>;
  /** Counts a request for a public path. @throws 429 over the address' limit */
  countVisitor(request: Request, response: Response): Promise<void>;
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

/** The rate limits: per key, and per address for requests without a valid key and for public paths. */
export const createLimits = (deps: LimitsDeps): Limits => {
  const { perMinute, redis, instances, onRefused } = deps;
  const spentUntil = new Map<string, number>();

  const noteSpent = (address: string, until: number): void => {
    if (spentUntil.size >= REMEMBERED_ADDRESSES) spentUntil.clear();
    spentUntil.set(address, until);
  };

  const policy = (
    name: string,
    limit: (response: Response) => number,
    keyOf: (request: Request, response: Response) => string,
    onSpent?: (key: string, until: number) => void,
  ) => {
    const middleware = rateLimit({
      windowMs: WINDOW_MILLISECONDS,
      identifier: name,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      // The checks are for keys made from addresses; ours are made from ids and networks.
      validate: false,
      limit: (_request, response) => limit(response),
      keyGenerator: keyOf,
      store: createSharedStore({
        prefix: `limit:${name}:`,
        windowMilliseconds: WINDOW_MILLISECONDS,
        instances: () => instances.count(),
        ...(redis ? { redis } : {}),
      }),
      handler(request, response, next) {
        const { resetTime } = (request as Request & { rateLimit: { resetTime?: Date } }).rateLimit;
        const until = resetTime?.getTime() ?? Date.now() + WINDOW_MILLISECONDS;
        onSpent?.(keyOf(request, response), until);
        onRefused(name);
        next(rateLimited((until - Date.now()) / 1000));
      },
    });
    return (request: Request, response: Response): Promise<void> =>
      perMinute === 0
        ? Promise.resolve()
        : new Promise((resolve, reject) => {
            void middleware(request, response, (error?: unknown) => {
              if (error === undefined) resolve();
              else reject(error);
            });
          });
  };

  const keyOf = (response: Response): ApiKey => {
    const { key } = exchangeOf(response);
    if (!key) throw new Error('A request without a key was counted as one with a key.');
    return key;
  };

  return {
    countKey: policy(
      'key',
      (response) => keyOf(response).rateLimit ?? perMinute,
      (_request, response) => keyOf(response).id,
    ),
    countStranger: policy('address', () => perMinute, addressOf, noteSpent),
    countVisitor: policy('public', () => deps.publicPerMinute, addressOf),
    refuseSpentStranger(request) {
      if (perMinute === 0 || spentUntil.size === 0) return;
      const address = addressOf(request);
      const until = spentUntil.get(address) ?? 0;
      if (until > Date.now()) throw rateLimited((until - Date.now()) / 1000);
      spentUntil.delete(address);
    },
  };
};
