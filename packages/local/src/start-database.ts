import { randomBytes, createHmac } from 'node:crypto';
import { join } from 'node:path';
import { startPostgresServer } from '@platform/postgres-server';
import { killWhenOrphaned, STOP_MILLISECONDS } from './child.ts';
import type { Child } from './child.ts';
import type { DataFolder } from './data-folder.ts';
import { freePorts, SetupError } from '@platform/runtime';
import { openDataFolder } from './data-folder.ts';
import { explainConnection, provision } from '@platform/database';
import { SERVICE_NAMES } from './services.ts';
import type { ServiceName } from './services.ts';

/**
 * Makes a role and a schema for each service and returns the connection string of each. A role's
 * password follows from `secret`, so that platforms which share one database server agree on it. Where the
 * administrator may not make roles, all services use the administrator's own.
 * @throws a `SetupError` that names DATABASE_URL, says what is wrong with it and the way out
 */
export const provideDatabases = async (
  adminUrl: string,
  secret: string,
  log: (line: string) => void = () => undefined,
): Promise<Record<ServiceName, string>> => {
  const roles = SERVICE_NAMES.map((name) => ({
    name,
    password: createHmac('sha256', secret).update(`role ${name}`).digest('base64url'),
  }));
  const made = await provision(adminUrl, roles).catch((error: unknown) => {
    throw explainConnection(error, adminUrl);
  });
  if (made === 'one role')
    log(
      `The role ${new URL(adminUrl).username} may not make others, so all services use it. Roles of their own need: ALTER ROLE … CREATEROLE`,
    );
  const urls = roles.map(({ name, password }) => {
    const url = new URL(adminUrl);
    if (made === 'separate roles') [url.username, url.password] = [name, password];
    return [name, url.href] as const;
  });
  return Object.fromEntries(urls) as Record<ServiceName, string>;
};

/**
 * Of the platform's own PostgreSQL. Its two writers look for work five times a second by default, in an idle
 * platform, too: here each does five times as much, once.
 */
const SETTINGS = [
  'max_connections=200',
  'shared_buffers=256MB',
  'bgwriter_delay=1s',
  'bgwriter_lru_maxpages=500',
  'wal_writer_delay=1s',
];

/**
 * Starts the platform's own PostgreSQL in the data folder, on a port that must be free, with a random
 * password. It is stopped in an orderly way even when this process is killed.
 * @param settings more of PostgreSQL's, such as `fsync=off`
 * @returns its process, which can be stopped at once, and its address when it accepts connections
 */
export const startDatabase = async (
  folder: DataFolder,
  port: number,
  settings: readonly string[] = [],
): Promise<{ child: Child; url: Promise<string> }> => {
  const password = await folder.secret('postgres-password', () => randomBytes(24).toString('base64url'));
  const given = new AbortController();
  let pid = 0;
  let endWatch = (): void => undefined;
  const starting = startPostgresServer({
    directory: join(folder.path, 'postgres'),
    port,
    password,
    settings: [...SETTINGS, ...settings],
    signal: given.signal,
    onSpawn(spawned) {
      endWatch();
      pid = spawned;
      // The fast way to stop, which disconnects clients.
      endWatch = killWhenOrphaned(pid, 'INT');
    },
  });
  const child: Child = {
    name: 'postgres',
    get pid() {
      return pid;
    },
    ended: starting
      .then((server) => server.ended)
      .catch(() => 1)
      .finally(() => {
        endWatch();
      }),
    async stop(killAt = performance.now() + STOP_MILLISECONDS) {
      given.abort();
      const server = await starting.catch(() => undefined);
      const timer = setTimeout(() => void server?.kill(), killAt - performance.now());
      await server?.stop();
      clearTimeout(timer);
    },
  };
  const url = starting.then(
    (server) => server.url,
    (error: unknown) => {
      throw new Error(
        explainDatabaseFailure(error instanceof Error ? error.message : String(error), folder.path),
      );
    },
  );
  // A caller that stops the process before it is up may no longer be waiting for the address.
  url.catch(() => undefined);
  return { child, url };
};

interface OpenDatabase {
  folder: DataFolder;
  /** An administrator's connection string. */
  adminUrl: string;
  close: () => Promise<void>;
}

/**
 * The database of a platform that isn't running, for commands that work on it: the server named by
 * `databaseUrl`, or the platform's own, started for the occasion.
 */
export const openDatabase = async (
  dataDirectory: string,
  databaseUrl: string | undefined,
): Promise<OpenDatabase> => {
  const folder = await openDataFolder(dataDirectory);
  if (databaseUrl !== undefined) return { folder, adminUrl: databaseUrl, close: () => folder.release() };
  const [port] = await freePorts(1);
  if (port === undefined) throw new SetupError('There is no free port for PostgreSQL.');
  const { url, child } = await startDatabase(folder, port);
  return {
    folder,
    adminUrl: await url,
    async close() {
      await child.stop();
      await folder.release();
    },
  };
};

/** Messages of a PostgreSQL that can't start, and the way out of each. */
const CAUSES: readonly (readonly [pattern: RegExp, advice: (folder: string) => string])[] = [
  [
    /initialized by PostgreSQL version (\d+)/,
    (folder) =>
      `The data in ${folder} is from another PostgreSQL version. Restore a backup into a new folder: DATA_DIR=.data-new npm start, then npm run restore -- FILE`,
  ],
  [
    /no space left on device|wrote only \d+ of \d+ bytes/i,
    (folder) => `The disk of ${folder} is full. Free some space, and start again; the data is safe.`,
  ],
  [
    /could not locate a valid checkpoint|invalid (primary )?checkpoint|WAL .* (corrupt|invalid)/i,
    (folder) =>
      `The write-ahead log in ${folder} is broken. Restore a backup into a new folder: DATA_DIR=.data-new npm start, then npm run restore -- FILE`,
  ],
  [
    /pre-existing shared memory block/,
    (folder) =>
      `The PostgreSQL that ran in ${folder} was killed, and one of its processes is still running there. Start again when it has ended: ps -e | grep postgres`,
  ],
  [
    /Permission denied/,
    (folder) => `PostgreSQL may not read ${folder}. Give the folder to the user who starts it.`,
  ],
];

/**
 * One line that says what is wrong with the database and what to do; `printed` is PostgreSQL's
 * output.
 */
export const explainDatabaseFailure = (printed: string, folder: string): string => {
  const cause = CAUSES.find(([pattern]) => pattern.test(printed));
  if (cause) return cause[1](folder);
  const lines = printed.split('\n').filter((line) => line.trim() !== '');
  const fatal = lines.find((line) => /FATAL|PANIC|ERROR/.test(line)) ?? lines.at(-1) ?? '';
  return `PostgreSQL did not start: ${fatal.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '')}`;
};
