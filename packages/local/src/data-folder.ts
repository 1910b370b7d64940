import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { commandLineOf } from '@platform/runtime';

import { explainFolderFailure } from './explain-folder-failure.ts';

/** The folder in which a platform keeps what must survive a restart. */
export interface DataFolder {
  path: string;
  /** Content of a file, made by `make` if there is none yet; readable by this user only. */
  secret(name: string, make: () => string | Promise<string>): Promise<string>;
  read(name: string): Promise<string | undefined>;
  write(name: string, content: string): Promise<void>;
  /** Lets another platform use the folder. */
  release(): Promise<void>;
}

/** As root, PostgreSQL runs as another user, who must be able to pass through. */
const folderMode = (): number => (process.getuid?.() === 0 ? 0o711 : 0o700);
const LOCK = 'platform.pid';

/**
 * True if `pid` is a running platform; a number that another program has got since doesn't count.
 */
const isPlatform = async (pid: number): Promise<boolean> => {
  if (!Number.isInteger(pid) || pid <= 1 || pid === process.pid) return false;
  return /node/.test(await commandLineOf(pid));
};

/**
 * Opens the folder for one platform.
 * @throws an error that says what to do when a running platform uses it
 */
export const openDataFolder = async (path: string): Promise<DataFolder> => {
  const fail = (error: unknown): never => {
    throw explainFolderFailure(path, error);
  };
  await mkdir(path, { recursive: true, mode: folderMode() }).catch(fail);
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
    async release() {
      await rm(file('platform.json'), { force: true });
      await rm(file(LOCK), { force: true });
    },
  };
};
