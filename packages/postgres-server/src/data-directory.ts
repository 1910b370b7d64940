import { randomBytes } from 'node:crypto';
import { chown, lstat, mkdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { SYSTEM_DIRECTORY } from './binaries.ts';
import { isAlive, isRunningPostgres, stopOrphan } from './orphan.ts';
import { isReachable } from './server-user.ts';
import type { ServerUser } from './server-user.ts';

/**
 * The folder of the server's data. If we are root, it belongs to the server's user; if that user
 * can't enter the folders above it, the data lies in a system folder and `path` is a link to it.
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
 * Clears the way after a server that wasn't shut down: stops one that lost its parent, and disowns
 * the lock of one that is gone, if another process has its id now. PostgreSQL would take that
 * process for the server. The lock stays: it tells PostgreSQL whether processes of the lost server
 * are still at work on the data.
 */
export const clearStaleLock = async (directory: string): Promise<void> => {
  const lock = join(directory, 'postmaster.pid');
  const content = await readFile(lock, 'utf8').catch(() => undefined);
  if (content === undefined) return;
  const pid = Number(content.split('\n')[0]);
  if (await isRunningPostgres(pid, directory)) await stopOrphan(pid);
  else if (isAlive(pid))
    // A lock of its own parent is stale to PostgreSQL.
    await writeFile(lock, [String(process.pid), ...content.split('\n').slice(1)].join('\n'));
};
