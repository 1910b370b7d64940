import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { KINDS } from './start-cluster.ts';

const run = promisify(execFile);

interface Process {
  /** Its kind and its number among its equals: `reports-worker-2`. */
  name: string;
  pid: number;
}

const isOurs = ({ name }: Process): boolean => KINDS.some((kind) => kind === name.replace(/-\d$/, ''));

/** Resident memory of our processes in MB, as `ps` has it. Those that have ended are missing. */
export const memoryByProcess = async (members: Iterable<Process>): Promise<Map<string, number>> => {
  const ours = [...members].filter(isOurs);
  const pids = ours.map(({ pid }) => pid).join(',');
  // `ps` fails when it finds none of them.
  const { stdout } = await run('ps', ['-o', 'pid=,rss=', '-p', pids]).catch(() => ({ stdout: '' }));
  const kilobytes = new Map(
    [...stdout.matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm)].map(([, pid, size]) => [Number(pid), Number(size)]),
  );
  return new Map(
    ours.flatMap(({ name, pid }): [string, number][] => {
      const size = kilobytes.get(pid);
      return size === undefined ? [] : [[name, Math.round(size / 1024)]];
    }),
  );
};

/** The sum of all processes, in MB. */
export const totalOf = (sizes: ReadonlyMap<string, number>): number =>
  [...sizes.values()].reduce((sum, size) => sum + size, 0);
