import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startPostgresServer, startReplica } from '@platform/postgres-server';
import { listProcesses } from '@platform/runtime';

import { withAdmin } from './admin-connection.ts';
import { freePort } from './free-port.ts';

export interface TestPostgresPair {
  /** Connection strings of the superuser, to the database `postgres`. */
  primaryUrl: string;
  replicaUrl: string;
  /**
   * Stops the replica from showing anything new, or lets it show everything it has received
   * meanwhile.
   */
  pauseReplica(): Promise<void>;
  resumeReplica(): Promise<void>;
  /** Freezes all processes of the replica, or lets them go on. */
  signalReplica(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  killReplica(): Promise<void>;
  restartReplica(): Promise<void>;
  stop(): Promise<void>;
}

const PASSWORD = 'postgres';
const SETTINGS = ['max_connections=100', 'shared_buffers=64MB'];

/** Starts a PostgreSQL, and a replica that follows it by streaming replication, asynchronously. */
export const startPostgresPair = async (): Promise<TestPostgresPair> => {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'platform-postgres-'));
  // If we are root, the servers run as the user `postgres`, who must reach the folders below.
  await chmod(folder, 0o711);
  const directory = join(folder, 'primary');
  const primary = await startPostgresServer({
    directory,
    port: await freePort(),
    password: PASSWORD,
    settings: SETTINGS,
  });
  const copy = { directory: join(folder, 'replica'), port: await freePort(), settings: SETTINGS };
  const followed = { url: primary.url, directory, password: PASSWORD };
  let replica: Awaited<ReturnType<typeof startPostgresServer>> = await startReplica({
    ...copy,
    primary: followed,
    synchronous: false,
  });
  const tell = (statement: string): Promise<void> =>
    withAdmin(replica.url, async (client) => {
      await client.query(statement);
    });
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    const rows = await listProcesses();
    const workers = rows.filter(({ parent }) => parent === replica.pid).map(({ pid }) => pid);
    for (const pid of [replica.pid, ...workers]) process.kill(pid, name);
  };
  return {
    primaryUrl: primary.url,
    replicaUrl: replica.url,
    pauseReplica: () => tell('SELECT pg_wal_replay_pause()'),
    resumeReplica: () => tell('SELECT pg_wal_replay_resume()'),
    signalReplica: signal,
    killReplica: () => replica.kill(),
    async restartReplica() {
      replica = await startPostgresServer({ ...copy, password: PASSWORD });
    },
    async stop() {
      await replica.kill();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
