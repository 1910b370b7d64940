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
