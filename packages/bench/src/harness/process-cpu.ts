import { readdir, readFile } from 'node:fs/promises';

const TICKS_PER_SECOND = 100;

/** Fields 4 on of proc_pid_stat(5): the parent, and from the tenth on utime, stime, cutime, cstime. */
const statOf = async (pid: number): Promise<readonly string[]> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 4).split(' ');
};

const microseconds = (ticks: readonly (string | undefined)[]): number =>
  (ticks.reduce((sum, value) => sum + Number(value), 0) / TICKS_PER_SECOND) * 1e6;

/** Processor time a process has used, in microseconds (Linux). */
export const cpuOf = async (pid: number): Promise<number> => microseconds((await statOf(pid)).slice(10, 12));

/** The same, including all descendants, even those that have ended. */
export const cpuOfTree = async (pid: number): Promise<number> => {
  const pids = (await readdir('/proc')).map(Number).filter((id) => id > 0);
  const stats = await Promise.all(
    pids.map(async (id) => ({ id, stat: await statOf(id).catch((): readonly string[] => []) })),
  );
  const belongs = new Set([pid]);
  let known = 0;
  while (belongs.size > known) {
    known = belongs.size;
    for (const { id, stat } of stats) if (belongs.has(Number(stat[0]))) belongs.add(id);
  }
  return stats
    .filter(({ id }) => belongs.has(id))
    .reduce((sum, { stat }) => sum + microseconds(stat.slice(10, 14)), 0);
};
