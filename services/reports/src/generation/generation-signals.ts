import { hashUrl } from './hash-url.ts';

export interface AwaitedSignal {
  /** Resolves on the signal, on timeout or on cancellation. */
  readonly arrival: Promise<void>;
  cancel(): void;
}

export interface GenerationSignals {
  /**
   * Waits until reports on `url` are done, at most for the given milliseconds. Call it before
   * reading the report’s state, so that a signal between the two isn’t lost.
   */
  next(url: string, milliseconds: number): AwaitedSignal;
  /** Wakes everyone waiting for the URL with this hash (hex). */
  notify(urlHash: string): void;
  /** Wakes everyone, for when signals may have been missed. */
  notifyAll(): void;
}

/** Lets requests wait for results that a worker, perhaps in another process, is about to write. */
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
