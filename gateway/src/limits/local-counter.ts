export interface Count {
  hits: number;
  /** End of the window, in milliseconds since the epoch. */
  resetAt: number;
}

export interface LocalCounter {
  /** Counts one hit of `key` in a window that begins with its first hit. */
  increment(key: string): Count;
  /** Another counter's window for the same key: a new one begins this counter anew, the same one lines up with it. */
  align(key: string, resetAt: number): Count;
  decrement(key: string): void;
  reset(key: string): void;
}

const MAX_KEYS = 100_000;
/** Two clocks' views of one window differ by less than this. */
const SAME_WINDOW_MILLISECONDS = 1_000;

/** Counts hits in fixed windows, in memory. Windows that have ended are dropped, the oldest ones early if they are many. */
export const createLocalCounter = (
  windowMilliseconds: number,
  now: () => number = Date.now,
): LocalCounter => {
  const counts = new Map<string, Count>();

  const dropOld = (): void => {
    const time = now();
    for (const [key, { resetAt }] of counts)
      if (resetAt <= time || counts.size >= MAX_KEYS) counts.delete(key);
      // The map is in the order in which the windows began.
      else break;
  };

  const begin = (key: string, resetAt: number): Count => {
    counts.delete(key);
    dropOld();
    const count = { hits: 1, resetAt };
    counts.set(key, count);
    return count;
  };

  return {
    increment(key) {
      const known = counts.get(key);
      if (!known || known.resetAt <= now()) return begin(key, now() + windowMilliseconds);
      known.hits += 1;
      return known;
    },
    align(key, resetAt) {
      const known = counts.get(key);
      if (!known || resetAt - known.resetAt > SAME_WINDOW_MILLISECONDS) return begin(key, resetAt);
      known.resetAt = Math.min(known.resetAt, resetAt);
      return known;
    },
    decrement(key) {
      const known = counts.get(key);
      if (known && known.hits > 0) known.hits -= 1;
    },
    reset(key) {
      counts.delete(key);
    },
  };
};
