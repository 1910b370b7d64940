import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Cluster } from './start-cluster.ts';

const run = promisify(execFile);

const pidOf = (cluster: Cluster, name: string): number => {
  const child = cluster.members.get(name);
  if (!child) throw new Error(`There is no process ${name}.`);
  return child.pid;
};

/** The server's own process and those it started. */
const postgresPids = async (cluster: Cluster): Promise<number[]> => {
  const server = Number(
    (await readFile(join(cluster.database.folder, 'postmaster.pid'), 'utf8')).split('\n')[0],
  );
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return [server, ...rows.filter(([, parent]) => parent === server).map(([pid = 0]) => pid)];
};

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
};

/** Sends a signal to a process of the cluster. */
export const signal = (cluster: Cluster, name: string, kind: NodeJS.Signals): void => {
  send(pidOf(cluster, name), kind);
};

/** Sends a signal to PostgreSQL: all of its processes, or only the first, which takes the rest along. */
export const signalPostgres = async (
  cluster: Cluster,
  kind: NodeJS.Signals,
  which: 'all' | 'first' = 'all',
): Promise<void> => {
  const pids = await postgresPids(cluster);
  for (const pid of which === 'all' ? pids : pids.slice(0, 1)) send(pid, kind);
};
