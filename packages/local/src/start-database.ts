import { randomBytes, createHmac } from 'node:crypto';
import { join } from 'node:path';
import { startChild } from './child.ts';
import type { Child } from './child.ts';
import type { DataFolder } from './data-folder.ts';
import { explainDatabaseFailure as explain } from './explain-database-failure.ts';
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
 * Starts the platform's own PostgreSQL in the data folder, on a port that must be free, with a random
 * password.
 * @param settings more of PostgreSQL's, such as `fsync=off`
 * @returns its process, which can be stopped at once, and its address when it accepts connections
 */
export const startDatabase = async (
  folder: DataFolder,
  port: number,
  settings: readonly string[] = [],
): Promise<{ child: Child; url: Promise<string> }> => {
  const password = await folder.secret('postgres-password', () => randomBytes(24).toString('base64url'));
  const child = startChild({
    name: 'postgres',
    module: new URL('./postgres-process.ts', import.meta.url),
    env: process.env,
    args: [join(folder.path, 'postgres'), String(port), ...settings],
  });
  // As a message, because every user of the machine may read command lines. A process that has ended
  // before it is reported below.
  child.process.send({ password }, () => undefined);
  const url = new Promise<string>((resolve, reject) => {
    child.process.once('message', (message) => {
      const { url: address, error } = message as { url?: string; error?: string };
      if (address === undefined)
        reject(new Error(explain(error ?? 'PostgreSQL did not start.', folder.path)));
      else resolve(address);
    });
    void child.ended.then(() => {
      reject(new Error('PostgreSQL ended while it was starting.'));
    });
  });
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
