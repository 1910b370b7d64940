import { createListener } from './create-listener.ts';

/** A pending wait. */
export interface Wait extends Promise<void> {
  /** Ends the wait immediately. */
  cancel: () => void;
}

/**
 * Waits for news of other processes, such as a job's end. Begin to wait before reading what the news is about,
 * so that news between the two isn't lost.
 */
export interface Waits {
  /** Resolves on news of `key`, or after `milliseconds`. */
  wait: (key: string, milliseconds: number) => Wait;
  /** Wakes everyone who waits for `key`. */
  wake: (key: string) => void;
  /** Wakes everyone, because news may have been missed. */
  wakeAll: () => void;
}

export const createWaits = (): Waits => {
  const waiting = new Map<string, Set<() => void>>();
  const wake = (key: string): void => {
    for (const end of [...(waiting.get(key) ?? [])]) end();
  };
  return {
    wait(key, milliseconds) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const all = waiting.get(key) ?? new Set();
      waiting.set(key, all);
      const cancel = (): void => {
        clearTimeout(timer);
        all.delete(cancel);
        if (all.size === 0 && waiting.get(key) === all) waiting.delete(key);
        resolve(undefined);
      };
      const timer = setTimeout(cancel, milliseconds);
      all.add(cancel);
      return Object.assign(promise, { cancel });
    },
    wake,
    wakeAll() {
      for (const key of [...waiting.keys()]) wake(key);
    },
  };
};

/** Key of the waits for events in a service's outbox; every notification may be for one. */
export const OUTBOX_NEWS = 'outbox';

/**
 * Creates waits that a PostgreSQL channel's notifications end; their payloads are the keys.
 * @param options.onError told when the connection is lost; it comes back by itself
 */
export const createNotifiedWaits = (options: {
  url: string;
  channel: string;
  onError?: (error: unknown) => void;
}): Waits & { close(): Promise<void> } => {
  const waits = createWaits();
  const listener = createListener({
    ...options,
    onNotification(key) {
      waits.wake(key);
      waits.wake(OUTBOX_NEWS);
    },
    onConnect: () => {
      waits.wakeAll();
    },
  });
  return {
    ...waits,
    async close() {
      await listener.close();
      waits.wakeAll();
    },
  };
};
