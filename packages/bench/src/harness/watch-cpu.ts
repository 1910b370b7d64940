import { statOf, treeOf } from './process-tree.ts';

const TICKS_PER_SECOND = 100;
const EVERY_MILLISECONDS = 50;

/** Processor time that a process and its descendants use from now on. */
export interface CpuWatch {
  /** @returns seconds, those of processes that have ended meanwhile too, but for their last moments */
  stop(): Promise<number>;
}

const ownTicks = (stat: readonly string[]): number => Number(stat[10] ?? 0) + Number(stat[11] ?? 0);

/**
 * Watches the processor time of a tree of processes, each by itself: a browser's processes end before the
 * one that started them, which then may not count them (Linux).
 */
export const watchCpu = async (root: number): Promise<CpuWatch> => {
  const before = new Map<number, number>();
  const after = new Map<number, number>();
  const look = async (into: Map<number, number>): Promise<void> => {
    for (const { pid, stat } of await treeOf(root).catch(() => [])) into.set(pid, ownTicks(stat));
  };
  await statOf(root);
  await look(before);
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(() => look(after));
  }, EVERY_MILLISECONDS);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
      await look(after);
      let ticks = 0;
      for (const [pid, own] of after) ticks += own - (before.get(pid) ?? 0);
      return ticks / TICKS_PER_SECOND;
    },
  };
};
