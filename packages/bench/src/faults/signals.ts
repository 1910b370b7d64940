import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { listProcesses } from '@platform/runtime';

import type { Cluster } from './start-cluster.ts';

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
  const rows = await listProcesses();
  return [server, ...rows.filter(({ parent }) => parent === server).map(({ pid }) => pid)];
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
