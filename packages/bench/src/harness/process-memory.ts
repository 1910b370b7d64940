import { readFile } from 'node:fs/promises';

import { treeOf } from './process-tree.ts';

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

/** The same of a process and all that descend from it together. */
export const memoryOfTree = async (pid: number): Promise<number> => {
  const all = await Promise.all((await treeOf(pid)).map((process) => memoryOf(process.pid)));
  return all.reduce((sum, memory) => sum + memory, 0);
};
