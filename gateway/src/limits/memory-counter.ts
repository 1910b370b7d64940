import { BUCKET_MILLISECONDS, WINDOW_MILLISECONDS } from './budget.ts';
import type { Use } from './budget.ts';

export interface SlidingCounter {
  /** What `id` has used in the last minute. */
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
