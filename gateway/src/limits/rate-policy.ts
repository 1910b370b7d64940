import { rateLimited } from '@platform/errors';
import { toAppError } from '@platform/http';
import type { Request, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { RateLimitInfo, Store } from 'express-rate-limit';

export interface RatePolicyOptions {
  /** Names the policy in the headers. */
  name: string;
  windowMilliseconds: number;
  /** Requests in a window. */
  limit: (request: Request, response: Response) => number;
  /** Whose requests are counted together. */
  keyOf: (request: Request, response: Response) => string;
  store: Store;
  /** Called for each request over the limit; `until` is the end of the window. */
  onRefused: (key: string, until: number) => void;
}

/** Counts a request. @throws 429 over the limit */
export type RatePolicy = (request: Request, response: Response) => Promise<void>;

/**
 * One rate limit, by express-rate-limit. The headers are those of draft-ietf-httpapi-ratelimit-headers-10; they are
 * written here because the library hashes the key for each request, which costs as much as all the rest, and the ids
 * that are counted here are no secret to those who are counted.
 */
export const createRatePolicy = (options: RatePolicyOptions): RatePolicy => {
  const { name, windowMilliseconds, limit, keyOf, store, onRefused } = options;
  const windowSeconds = windowMilliseconds / 1000;

  /** Tells the client about its count; returns the end of the window. */
  const describe = (request: Request, response: Response): { key: string; until: number } => {
    const info = (request as Request & { rateLimit: RateLimitInfo }).rateLimit;
    const until = info.resetTime?.getTime() ?? Date.now() + windowMilliseconds;
    const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
    const partition = Buffer.from(info.key).toString('base64');
    response.setHeader('RateLimit', `"${name}"; r=${info.remaining}; t=${seconds}`);
    response.setHeader(
      'RateLimit-Policy',
      `"${name}"; q=${info.limit}; w=${windowSeconds}; pk=:${partition}:`,
    );
    return { key: info.key, until };
  };

  const middleware = rateLimit({
    windowMs: windowMilliseconds,
    limit,
    keyGenerator: keyOf,
    store,
    standardHeaders: false,
    legacyHeaders: false,
    // The checks are for keys made from addresses; ours are made from ids and networks.
    validate: false,
    handler(request, response, next) {
      const { key, until } = describe(request, response);
      onRefused(key, until);
      next(rateLimited((until - Date.now()) / 1000));
    },
  });

  return (request, response) =>
    new Promise((resolve, reject) => {
      void middleware(request, response, (error?: unknown) => {
        if (error !== undefined) {
          reject(toAppError(error));
          return;
        }
        describe(request, response);
        resolve();
      });
    });
};
