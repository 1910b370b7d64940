import { hashUrl } from '../reports/hash-url.ts';

export interface AwaitedSignal {
  /** Resolves with the signal, at the end of the time, or when cancelled. */
  readonly arrival: Promise<void>;
  cancel(): void;
}

export interface GenerationSignals {
  /**
   * Waits for the next time that reports on `url` are done, at most for some milliseconds. Call it before reading the
   * report's state: a signal between the two is not lost then.
   */
  next(url: string, milliseconds: number): AwaitedSignal;
  /** Wakes those who wait for the URL with this hash. */
  notify(urlHash: string): void;
  /** Wakes everybody, after signals may have been missed. */
  notifyAll(): void;
}

/** Lets requests wait for results that some worker, perhaps in another process, is about to write. */
export const createGenerationSignals = (): GenerationSignals => {
  const waiting = new Map<string, Set<() => void>>();
  const wake = (listeners: Iterable<() => void>): void => {
    for (const listener of [...listeners]) listener();
  };

  return {
    next(url, milliseconds) {
      const key = hashUrl(url).toString('hex');
      const listeners = waiting.get(key) ?? new Set();
      waiting.set(key, listeners);
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const done = (): void => {
        clearTimeout(timer);
        listeners.delete(done);
        if (listeners.size === 0 && waiting.get(key) === listeners) waiting.delete(key);
        resolve(undefined);
      };
      const timer = setTimeout(done, milliseconds);
      listeners.add(done);
      return { arrival: promise, cancel: done };
    },
    notify(urlHash) {
      wake(waiting.get(urlHash) ?? []);
    },
    notifyAll() {
      for (const listeners of [...waiting.values()]) wake(listeners);
    },
  };
};
