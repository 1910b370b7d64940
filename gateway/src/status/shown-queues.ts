import type { QueueState } from '@platform/runtime';

import type { Area } from '../routing-table.ts';
import type { AskedInstance } from './instance.ts';

export interface ShownQueue {
  area: Area;
  name: string;
  /** Null while nobody can read it. */
  state: QueueState | null;
}

const together = (one: QueueState, other: QueueState): QueueState => ({
  isShared: false,
  waiting: one.waiting + other.waiting,
  active: one.active + other.active,
  delayed: one.delayed + other.delayed,
  workers: [...(one.workers ?? []), ...(other.workers ?? [])],
});

/**
 * The queues that the instances of an area tell of. All see the same one where it is shared; where
 * each has its own in memory, they are added up.
 */
export const shownQueues = (area: Area, instances: readonly AskedInstance[]): ShownQueue[] => {
  const queues = new Map<string, QueueState | null>();
  for (const { process } of instances)
    for (const [name, state] of Object.entries(process?.queues ?? {})) {
      const known = queues.get(name) ?? null;
      queues.set(name, known && state && !state.isShared ? together(known, state) : (known ?? state));
    }
  return [...queues].map(([name, state]) => ({ area, name, state }));
};
