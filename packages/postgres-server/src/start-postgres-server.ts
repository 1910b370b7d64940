import { spawn } from 'node:child_process';
import { access } from 'node:fs/promises';
import { join } from 'node:path';

import { findBinaries } from './binaries.ts';
import { clearStaleLock, prepareDataDirectory } from './data-directory.ts';
import { initialise } from './initialise.ts';
import { ended, ready } from './server-process.ts';
import { findServerUser } from './server-user.ts';

export interface PostgresServerOptions {
  /** Folder of the data, created on the first start. */
  directory: string;
  port: number;
  /** The superuser's password, set on the first start. */
  password: string;
  /** False for tests: several times faster, but data may be lost if the machine crashes. */
  durable?: boolean;
  /** More settings, such as `max_connections=300`. */
  settings?: readonly string[];
}

export interface PostgresServer {
  /** Connection string of the superuser `postgres` to the database `postgres`. */
  url: string;
  pid: number;
  /** Resolves when the server has ended, for any reason. */
  ended: Promise<void>;
  /** Kills it, like a crash. */
  kill(): Promise<void>;
  /** Shuts it down: clients are disconnected, data is safe. */
  stop(): Promise<void>;
}

const UNSAFE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * Starts a real PostgreSQL 18 on 127.0.0.1. First stops a server that a killed process left behind
 * in the same folder.
 */
export const startPostgresServer = async (options: PostgresServerOptions): Promise<PostgresServer> => {
  const { port, password, durable = true, settings = [] } = options;
  const user = await findServerUser();
  const binaries = await findBinaries(user);
  const directory = await prepareDataDirectory(options.directory, user);
  await clearStaleLock(directory);
  const isNew = await access(join(directory, 'PG_VERSION')).then(
    () => false,
    () => true,
  );
  if (isNew) await initialise(binaries, directory, password, user);

  const all = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    ...(durable ? [] : UNSAFE),
    ...settings,
  ];
  const flags = ['-D', directory, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])];
  const server = spawn(join(binaries, 'bin', 'postgres'), flags, {
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  });
  await ready(server);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    server.kill(signal);
    await ended(server);
  };
  return {
    url: `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    pid: server.pid ?? 0,
    ended: ended(server),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
  };
};
