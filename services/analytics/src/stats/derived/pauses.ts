/** Remembers what failed, so that it isn't tried again and again. */
export interface Pauses {
  isPaused(key: string): boolean;
  /** Begins a pause, each time twice as long as the one before. */
  failed(key: string): void;
  /** Forgets the failures. */
  succeeded(key: string): void;
}

export interface PausesOptions {
  readonly firstMs: number;
  readonly longestMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Most things remembered; those that failed longest ago are forgotten first. */
const MOST = 10_000;

/** Pauses after failures, in this process' memory. */
export const createPauses = ({ firstMs, longestMs, now }: PausesOptions): Pauses => {
  const paused = new Map<string, { readonly until: number; readonly lengthMs: number }>();
  return {
    isPaused: (key) => now() < (paused.get(key)?.until ?? -Infinity),
    failed(key) {
      const before = paused.get(key);
      const lengthMs = Math.min(before ? before.lengthMs * 2 : firstMs, longestMs);
      paused.delete(key);
      paused.set(key, { until: now() + lengthMs, lengthMs });
      const [oldest] = paused.keys();
      if (paused.size > MOST && oldest !== undefined) paused.delete(oldest);
    },
    succeeded: (key) => paused.delete(key),
  };
};
