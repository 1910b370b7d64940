import { readFile } from 'node:fs/promises';

const TICKS_PER_SECOND = 100;

/**
 * Processor time a process has used, in microseconds (Linux: utime and stime of proc_pid_stat(5)).
 */
export const cpuOf = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1e6;
};
