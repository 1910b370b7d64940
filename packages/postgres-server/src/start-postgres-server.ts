import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { access, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { findBinaries } from './binaries.ts';
import { clearStaleLock, prepareDataDirectory } from './data-directory.ts';
import { findServerUser } from './server-user.ts';
import type { ServerUser } from './server-user.ts';

const run = promisify(execFile);

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

const initialise = async (
  binaries: string,
  directory: string,
  password: string,
  user?: ServerUser,
): Promise<void> => {
  const secrets = await mkdtemp(join(tmpdir(), 'platform-initdb-'));
  try {
    const file = join(secrets, 'password');
    await writeFile(file, password);
    // The server's user must be able to read it; the random name of the folder protects it.
    if (user) await Promise.all([chmod(secrets, 0o711), chmod(file, 0o644)]);
    const flags = [
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ];
    const providers = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    await run(
      join(binaries, 'bin', 'initdb'),
      [`--pgdata=${directory}`, `--pwfile=${file}`, ...flags, ...providers],
      {
        cwd: '/',
        ...user,
      },
    );
  } finally {
    await rm(secrets, { recursive: true, force: true });
  }
};

const ended = (server: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) resolve();
    else
      server.once('exit', () => {
        resolve();
      });
  });

/**
 * Resolves when the server accepts connections; rejects with what it printed when it ends before
 * that.
 */
const ready = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let printed = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-4_000);
      if (/ready to accept (read-only )?connections/.test(printed)) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => {
      reject(new Error(`PostgreSQL did not start:\n${printed}`));
    });
  });

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
