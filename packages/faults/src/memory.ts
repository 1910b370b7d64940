import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { KINDS } from './start-cluster.ts';
import type { Cluster, Kind } from './start-cluster.ts';

const run = promisify(execFile);

/** Resident memory in MB of the processes of each kind together, as `ps` has it. */
export const memoryByKind = async (cluster: Pick<Cluster, 'members'>): Promise<Map<Kind, number>> => {
  const sizes = new Map<Kind, number>();
  for (const kind of KINDS) {
    const pids = [...cluster.members.values()].filter(({ name }) => name.replace(/-\d$/, '') === kind);
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', pids.map(({ pid }) => pid).join(',')]).catch(
      () => ({ stdout: '' }),
    );
    const kilobytes = stdout.split('\n').reduce((sum, line) => sum + Number(line), 0);
    sizes.set(kind, Math.round(kilobytes / 1024));
  }
  return sizes;
};

/** The sum of all kinds, in MB. */
export const totalOf = (sizes: ReadonlyMap<Kind, number>): number =>
  [...sizes.values()].reduce((sum, size) => sum + size, 0);
