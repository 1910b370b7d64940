import { rateLimited } from '@platform/errors';
import { LRUCache } from 'lru-cache';

export interface AttemptLimits {
  /** Wrong attempts that one address has for one page in a window. */
  readonly perAddress: number;
  /** Wrong attempts that all addresses have together for one page in a window: many addresses guess as one. */
  readonly perPage: number;
  readonly windowSeconds: number;
}

export interface AttemptLimiter {
  /**
   * Counts an attempt before the password is checked, so that parallel guesses can't slip through.
   * @throws AppError `rate_limited` with `retryAfterSeconds` when the attempts are used up
   */
  take(page: string, address: string): void;
  /** Gives the attempt back after a right password. */
  giveBack(page: string, address: string): void;
}

interface Window {
  count: number;
  readonly endsAt: number;
}

const DEFAULTS: AttemptLimits = { perAddress: 5, perPage: 100, windowSeconds: 300 };

/** Keeps password guessing slow: 5 attempts in 5 minutes for an address on a page, 100 for a page. Counted per process. */
export const createAttemptLimiter = (
  limits: AttemptLimits = DEFAULTS,
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
      if (full) throw rateLimited(Math.max(1, Math.ceil((full.endsAt - now()) / 1000)));
      own.count += 1;
      all.count += 1;
    },
    giveBack(page, address) {
      const { own, all } = windowsOf(page, address);
      own.count = Math.max(0, own.count - 1);
      all.count = Math.max(0, all.count - 1);
    },
  };
};
