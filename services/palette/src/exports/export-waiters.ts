/** A pending wait. */
export interface Waiting extends Promise<void> {
  /** Ends the wait immediately. */
  cancel(): void;
}

/** Requests waiting for an export to end. */
export interface ExportWaiters {
  /** Resolves when `wake(id)` is called, or after `milliseconds`. */
  wait(id: string, milliseconds: number): Waiting;
  /** Wakes everyone waiting for `id`. */
  wake(id: string): void;
  /** Wakes everyone to check for themselves, because notifications may have been missed. */
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
