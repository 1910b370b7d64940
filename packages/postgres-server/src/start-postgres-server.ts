import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

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
  /** Gives up the start. */
  signal?: AbortSignal;
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

/** How long the processes of a server that was killed may take to notice it. */
const LEAVE_MILLISECONDS = 30_000;
const LOOK_AGAIN_MILLISECONDS = 200;
const GIVE_UP_MILLISECONDS = 5_000;

const UNSAFE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** Ends a server that isn't up yet, by force if it doesn't end by itself. */
const giveUp = (server: ChildProcess): void => {
  server.kill('SIGINT');
  const timer = setTimeout(() => server.kill('SIGKILL'), GIVE_UP_MILLISECONDS);
  server.once('exit', () => {
    clearTimeout(timer);
  });
};

/** Resolves when a server accepts connections. */
const startOnce = async (spawnServer: () => ChildProcess, signal?: AbortSignal): Promise<ChildProcess> => {
  signal?.throwIfAborted();
  const server = spawnServer();
  const abort = (): void => {
    giveUp(server);
  };
  signal?.addEventListener('abort', abort);
  await ready(server).finally(() => signal?.removeEventListener('abort', abort));
  return server;
};

/** Waits for processes of a server that was killed, beside which PostgreSQL refuses to start. */
const startAfterOthers = async (
  spawnServer: () => ChildProcess,
  signal?: AbortSignal,
): Promise<ChildProcess> => {
  const end = Date.now() + LEAVE_MILLISECONDS;
  for (;;)
    try {
      return await startOnce(spawnServer, signal);
    } catch (error) {
      const isBeside = error instanceof Error && error.message.includes('pre-existing shared memory block');
      if (!isBeside || Date.now() > end) throw error;
      await sleep(LOOK_AGAIN_MILLISECONDS);
    }
};

/**
 * Starts a real PostgreSQL 18 on 127.0.0.1. First stops a server that a killed process left behind
 * in the same folder.
 * @throws an error with PostgreSQL's output, also for a start that was given up
 */
export const startPostgresServer = async (options: PostgresServerOptions): Promise<PostgresServer> => {
  const { port, password, durable = true, settings = [], signal } = options;
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
  const spawnServer = (): ChildProcess =>
    spawn(join(binaries, 'bin', 'postgres'), flags, {
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      ...user,
    });
  const server = await startAfterOthers(spawnServer, signal);
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
