import { randomBytes } from 'node:crypto';
import { chown, lstat, mkdir, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { SYSTEM_DIRECTORY } from './binaries.ts';
import { isRunningPostgres, stopOrphan } from './orphan.ts';
import { isReachable } from './server-user.ts';
import type { ServerUser } from './server-user.ts';

/**
 * The folder that the server works in. As root it belongs to the server's user; when that user can't enter the folders
 * above, the data lies in a system folder and `path` is a link to it.
 */
export const prepareDataDirectory = async (path: string, user: ServerUser | undefined): Promise<string> => {
  const known = await lstat(path).catch(() => undefined);
  if (known) return realpath(path);
  await mkdir(dirname(path), { recursive: true });
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
 * Makes way for a new server after the last one was not stopped in an orderly way: a server that lost its parent is
 * stopped, and the lock of one that is gone is removed (PostgreSQL itself stumbles when its number was given to another process).
 */
export const clearStaleLock = async (directory: string): Promise<void> => {
  const lock = join(directory, 'postmaster.pid');
  const content = await readFile(lock, 'utf8').catch(() => undefined);
  if (content === undefined) return;
  const pid = Number(content.split('\n')[0]);
  if (await isRunningPostgres(pid, directory)) await stopOrphan(pid);
  await rm(lock, { force: true });
};
