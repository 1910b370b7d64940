import { readdir, readFile } from 'node:fs/promises';

/** Fields 4 on of proc_pid_stat(5): the parent, and from the tenth on utime, stime, cutime, cstime. */
export const statOf = async (pid: number): Promise<readonly string[]> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 4).split(' ');
};

/** A process and all that descend from it, with their `statOf` (Linux). */
export const treeOf = async (root: number): Promise<{ pid: number; stat: readonly string[] }[]> => {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const stats = await Promise.all(
    pids.map(async (pid) => ({ pid, stat: await statOf(pid).catch((): readonly string[] => []) })),
  );
  const belongs = new Set([root]);
  let known = 0;
  while (belongs.size > known) {
    known = belongs.size;
    for (const { pid, stat } of stats) if (belongs.has(Number(stat[0]))) belongs.add(pid);
  }
  return stats.filter(({ pid }) => belongs.has(pid));
};

const TICKS_PER_SECOND = 100;

const microseconds = (ticks: readonly (string | undefined)[]): number =>
  (ticks.reduce((sum, value) => sum + Number(value), 0) / TICKS_PER_SECOND) * 1e6;

/** Processor time a process has used, in microseconds (Linux). */
export const cpuOf = async (pid: number): Promise<number> => microseconds((await statOf(pid)).slice(10, 12));

/** The same, including all descendants, even those that have ended. */
export const cpuOfTree = async (pid: number): Promise<number> =>
  (await treeOf(pid)).reduce((sum, { stat }) => sum + microseconds(stat.slice(10, 14)), 0);

const MIB_IN_KB = 1024;

/** Returns the memory of a process in MiB, including its part of shared pages (Linux). */
export const memoryOf = async (pid: number): Promise<number> => {
  try {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / MIB_IN_KB;
  } catch {
    // It has ended meanwhile.
    return 0;
  }
};

/** The memory of a process and all that descend from it together. */
export const memoryOfTree = async (pid: number): Promise<number> => {
  const all = await Promise.all((await treeOf(pid)).map((process) => memoryOf(process.pid)));
  return all.reduce((sum, memory) => sum + memory, 0);
};

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
