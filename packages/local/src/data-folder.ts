import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLineOf, makeFolder } from '@platform/runtime';

/** The secret that the roles' passwords follow from: the administrator's password, if there is one. */
export const adminSecret = async (databaseUrl: string, folder: DataFolder): Promise<string> => {
  const { password } = new URL(databaseUrl);
  return password === '' ? folder.secret('roles-secret', () => crypto.randomUUID()) : password;
};

/**
 * Files of the data folder that belong to the data. The password of PostgreSQL is not among them:
 * it is the server's, and the roles' passwords follow from it.
 */
export const KEPT_SECRETS = ['api-key', 'identity-key.pem', 'credentials-key'] as const;

const CAUSES: Readonly<Record<string, string>> = {
  EROFS: 'is on a file system that is read-only',
  // Error of a recursive mkdir on a read-only file system.
  ENOENT: 'could not be made; its file system may be read-only, or not one for files',
  EACCES: 'may not be written to by this user',
  EPERM: 'belongs to another user',
  ENOTDIR: 'is below a file, not a folder',
  EEXIST: 'is a file, not a folder',
  ENOSPC: 'is on a disk that is full',
};

/** One line that says why the data folder can't be used, and what to do. */
export const explainFolderFailure = (path: string, error: unknown): Error => {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const cause = CAUSES[code] ?? `can't be used (${message})`;
  return new Error(`The data folder ${path} ${cause}. Choose another one: DATA_DIR=/path npm start`, {
    cause: error,
  });
};

/** The folder in which a platform keeps what must survive a restart. */
export interface DataFolder {
  path: string;
  /** Content of a file, made by `make` if there is none yet; readable by this user only. */
  secret(name: string, make: () => string | Promise<string>): Promise<string>;
  read(name: string): Promise<string | undefined>;
  write(name: string, content: string): Promise<void>;
  /** Records where a running platform is, for other commands. */
  announce(platform: RunningPlatform): Promise<void>;
  /** Lets another platform use the folder. */
  release(): Promise<void>;
}

/** As root, PostgreSQL runs as another user, who must be able to pass through. */
const folderMode = (): number => (process.getuid?.() === 0 ? 0o711 : 0o700);
const LOCK = 'platform.pid';
const RUNNING = 'platform.json';

/** State that a platform records in its folder while it runs. */
export interface RunningPlatform {
  /** Address of the gateway. */
  url: string;
  /** The gateway's connection string. */
  databaseUrl: string;
  /** An administrator's connection string. */
  adminUrl: string;
}

/**
 * True if `pid` is a running platform; a number that another program has got since doesn't count.
 */
const isPlatform = async (pid: number): Promise<boolean> => {
  if (!Number.isInteger(pid) || pid <= 1 || pid === process.pid) return false;
  return /node/.test(await commandLineOf(pid));
};

/**
 * The platform that uses the folder; undefined when none is up, whatever one that was killed left
 * there.
 */
export const readRunningPlatform = async (path: string): Promise<RunningPlatform | undefined> => {
  const read = (name: string): Promise<string | undefined> =>
    readFile(join(path, name), 'utf8').catch(() => undefined);
  if (!(await isPlatform(Number(await read(LOCK))))) return undefined;
  const noted = await read(RUNNING);
  return noted === undefined ? undefined : (JSON.parse(noted) as RunningPlatform);
};

/**
 * Opens the folder for one platform.
 * @throws an error that says what to do when a running platform uses it
 */
export const openDataFolder = async (path: string): Promise<DataFolder> => {
  const fail = (error: unknown): never => {
    throw explainFolderFailure(path, error);
  };
  await makeFolder(path, folderMode()).catch(fail);
  await chmod(path, folderMode()).catch(fail);
  const file = (name: string): string => join(path, name);
  const read = (name: string): Promise<string | undefined> =>
    readFile(file(name), 'utf8').catch(() => undefined);
  const write = async (name: string, content: string): Promise<void> => {
    await writeFile(file(name), content, { mode: 0o600 }).catch(fail);
    await chmod(file(name), 0o600);
  };
  const owner = Number(await read(LOCK));
  if (await isPlatform(owner))
    throw new Error(
      `Another platform (process ${owner}) uses ${path}. Stop it, or choose another folder: DATA_DIR=.data-2 npm start`,
    );
  // One that was killed left it behind.
  await rm(file(RUNNING), { force: true });
  await write(LOCK, String(process.pid));
  return {
    path,
    read,
    write,
    async secret(name, make) {
      const known = await read(name);
      if (known !== undefined && known.trim() !== '') return known.trim();
      const made = await make();
      await write(name, `${made.trim()}\n`);
      return made.trim();
    },
    announce: (platform) => write(RUNNING, JSON.stringify(platform)),
    async release() {
      await rm(file(RUNNING), { force: true });
      await rm(file(LOCK), { force: true });
    },
  };
};
