import { rateLimited } from '@platform/errors';
import { LRUCache } from 'lru-cache';

export interface AttemptLimits {
  /** Wrong attempts per address and page in a window. */
  readonly perAddress: number;
  /** Wrong attempts per page from all addresses in a window, against guessing from many. */
  readonly perPage: number;
  readonly windowSeconds: number;
}

export interface AttemptLimiter {
  /**
   * Counts an attempt. Called before the password is checked, so that parallel guesses count too.
   * @throws AppError `rate_limited` with `retryAfterSeconds` when the attempts are used up
   */
  take(page: string, address: string): Promise<void>;
  /** Takes an attempt back: the password was right. */
  giveBack(page: string, address: string): Promise<void>;
}

interface Window {
  count: number;
  readonly endsAt: number;
}

/** 5 wrong passwords an address and 100 a page in 5 minutes. */
export const ATTEMPT_LIMITS: AttemptLimits = { perAddress: 5, perPage: 100, windowSeconds: 300 };

/**
 * Slows password guessing: per page 5 attempts an address and 100 in all in 5 minutes. For a service
 * of one process; others need `createStoredAttemptLimiter`.
 */
export const createAttemptLimiter = (
  limits: AttemptLimits = ATTEMPT_LIMITS,
  now: () => number = Date.now,
): AttemptLimiter => {
  const windows = new LRUCache<string, Window>({ max: 50_000 });
  const length = limits.windowSeconds * 1000;

  const current = (key: string): Window => {
    const known = windows.get(key);
    if (known && known.endsAt > now()) return known;
    const fresh = { count: 0, endsAt: now() + length };
    windows.set(key, fresh);
    return fresh;
  };
  const windowsOf = (page: string, address: string) => ({
    own: current(JSON.stringify([page, address])),
    all: current(JSON.stringify([page])),
  });

  return {
    take(page, address) {
      const { own, all } = windowsOf(page, address);
      const full = own.count >= limits.perAddress ? own : all.count >= limits.perPage ? all : undefined;
      if (full) return Promise.reject(rateLimited((full.endsAt - now()) / 1000));
      own.count += 1;
      all.count += 1;
      return Promise.resolve();
    },
    giveBack(page, address) {
      const { own, all } = windowsOf(page, address);
      own.count = Math.max(0, own.count - 1);
      all.count = Math.max(0, all.count - 1);
      return Promise.resolve();
    },
  };
};
