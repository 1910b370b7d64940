import { rateLimited } from '@platform/errors';
import { toAppError } from '@platform/http';
import type { Request, RequestHandler, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { RateLimitInfo } from 'express-rate-limit';

import { contextOf } from '../request-context/request-context.ts';
import type { RequestContext } from '../request-context/request-context.ts';
import { WINDOW_MILLISECONDS } from './budget.ts';
import type { Budget } from './budget.ts';
import { keyOfBudgets } from './budget-key.ts';
import type { LimitStore } from './limit-store.ts';

export interface RatePolicyOptions {
  /** Name of the policy in the headers. */
  name: string;
  /** The budgets that a request uses; the first one is the one that clients are told about. */
  budgetsOf: (context: RequestContext) => readonly Budget[];
  store: LimitStore;
  /** Called for each refused request; `until` is when a request may pass again. */
  onRefused: (budget: string, until: number) => void;
}

/** Counts a request. @throws 429 over the limit */
export type RatePolicy = (context: RequestContext) => Promise<void> | undefined;

const WINDOW_SECONDS = WINDOW_MILLISECONDS / 1000;

const partitionOf = (budgetId: string): string =>
  Buffer.from(budgetId.slice(budgetId.indexOf(':') + 1)).toString('base64');

/**
 * One rate limit, on top of express-rate-limit. Writes the headers of
 * draft-ietf-httpapi-ratelimit-headers-10 itself: the library would hash the key on every request,
 * which doubles the cost, and clients know their own ids anyway.
 */
export const createRatePolicy = ({ name, budgetsOf, store, onRefused }: RatePolicyOptions): RatePolicy => {
  /** What is the same for all requests with the same budgets. */
  interface Texts {
    /** What express-rate-limit knows the budgets by. */
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
    const until = info.resetTime?.getTime() ?? Date.now() + WINDOW_MILLISECONDS;
    const seconds = Math.min(WINDOW_SECONDS, Math.max(0, Math.ceil((until - Date.now()) / 1000)));
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
      next(rateLimited((until - Date.now()) / 1000));
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
