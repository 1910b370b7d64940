import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePorts } from '@platform/runtime';

import { withAdmin } from '../admin-connection.ts';
import { citusNodes } from '../citus.ts';
import { readGroup, runGroup } from './process-group.ts';

/** A cluster that the script has started. */
export interface Cluster {
  /** The superuser's address of its coordinator. */
  readonly coordinator: string;
  /** The script's name for it. */
  readonly folder: string;
  /** For temporary files: it goes with the cluster. */
  readonly temporary: string;
  /** The process ids of its servers. */
  readonly serverPids: () => Promise<readonly number[]>;
}

const DOWN_MS = 90_000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });

/** The first of three free ports in a row: the script takes them so. */
const findPorts = async (): Promise<number> => {
  const [first = 0] = await freePorts(1);
  const free = await Promise.all([first, first + 1, first + 2].map(isFree));
  return free.every(Boolean) ? first : findPorts();
};

/**
 * Tests need no data that survives a crash of the machine, and are faster without. What a node has
 * committed does survive its own crash, so `synchronous_commit` stays on.
 */
const makeFast = async (coordinator: string): Promise<void> => {
  for (const node of await citusNodes(coordinator))
    await withAdmin(node, async (client) => {
      for (const name of ['fsync', 'full_page_writes']) await client.query(`ALTER SYSTEM SET ${name} = off`);
      await client.query('SELECT pg_reload_conf()');
    });
};

/** The servers that still run in the folders of a cluster, by their process ids. */
const runningServers = async (folder: string): Promise<readonly number[]> => {
  const pids: number[] = [];
  for (const name of await readdir(folder)) {
    const content = await readFile(join(folder, name, 'postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number(content.split('\n')[0]);
    const command = pid > 1 ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
    if (command.includes(join(folder, name))) pids.push(pid);
  }
  return pids;
};

/** The script's way, within a time limit; then the servers that it left are killed. */
const takeDown = async (script: string, folder: string): Promise<void> => {
  await runGroup(script, ['down', folder], { signal: AbortSignal.timeout(DOWN_MS) }).catch(() => 1);
  for (const pid of await runningServers(folder)) process.kill(pid, 'SIGQUIT');
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
};

const start = async (script: string, folder: string, signal: AbortSignal): Promise<string> => {
  try {
    const printed = await readGroup(script, ['up', folder, String(await findPorts())], { signal });
    const coordinator = printed.trim().split('\n').at(-1) ?? '';
    if (coordinator === '') throw new Error(`${script} up printed no address.`);
    await makeFast(coordinator);
    return coordinator;
  } catch (error) {
    throw new Error(`The cluster did not start: ${String(error)}`, { cause: error });
  }
};

/**
 * Runs `work` on a separate cluster, and leaves neither processes nor files behind.
 * @param script as CITUS_CLUSTER names it (docs/operations.md)
 * @param signal ends the start of the cluster
 * @throws Error if the cluster doesn't start
 */
export const withCluster = async <Result>(
  script: string,
  signal: AbortSignal,
  work: (cluster: Cluster) => Promise<Result>,
): Promise<Result> => {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'platform-citus-'));
  try {
    const coordinator = await start(script, folder, signal);
    const temporary = join(folder, 'temporary');
    await mkdir(temporary);
    // The servers of tests run as another user.
    await chmod(temporary, 0o1777);
    return await work({ coordinator, folder, temporary, serverPids: () => runningServers(folder) });
  } finally {
    await takeDown(script, folder);
  }
};
