/** Somebody who waits. */
export interface Waiting extends Promise<void> {
  /** Ends the wait at once. */
  cancel(): void;
}

/** Requests that wait for an export to end. */
export interface ExportWaiters {
  /** Resolves when `id` is told to have ended, or after `milliseconds`. */
  wait(id: string, milliseconds: number): Waiting;
  /** Wakes all who wait for `id`. */
  wake(id: string): void;
  /** Wakes everybody, to look for themselves: news may have been missed. */
  wakeAll(): void;
}

export const createExportWaiters = (): ExportWaiters => {
  const waiting = new Map<string, Set<() => void>>();

  const wake = (id: string): void => {
    for (const end of waiting.get(id) ?? []) end();
  };

  return {
    wait(id, milliseconds) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const all = waiting.get(id) ?? new Set();
      waiting.set(id, all);
      const cancel = (): void => {
        clearTimeout(timer);
        all.delete(cancel);
        if (all.size === 0 && waiting.get(id) === all) waiting.delete(id);
        resolve(undefined);
      };
      const timer = setTimeout(cancel, milliseconds);
      all.add(cancel);
      return Object.assign(promise, { cancel });
    },
    wake,
    wakeAll() {
      for (const id of [...waiting.keys()]) wake(id);
    },
  };
};
