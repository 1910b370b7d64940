import { execFile } from 'node:child_process';
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The user to run PostgreSQL as, since it refuses to run as root. */
export interface ServerUser {
  uid: number;
  gid: number;
}

const NAME = 'postgres';

const lookUp = async (): Promise<ServerUser> => {
  const [uid, gid] = await Promise.all([run('id', ['-u', NAME]), run('id', ['-g', NAME])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
};

/** The user `postgres`, created if missing; undefined if this process isn't root. */
export const findServerUser = async (): Promise<ServerUser | undefined> => {
  if (process.getuid?.() !== 0) return undefined;
  try {
    return await lookUp();
  } catch {
    await run('groupadd', ['--force', '--system', NAME]);
    await run('useradd', ['--system', '--gid', NAME, '--no-create-home', '--shell', '/bin/false', NAME]);
    return lookUp();
  }
};

/** True if `user` may enter every folder from the root down to `path`. */
export const isReachable = async (path: string, user: ServerUser): Promise<boolean> => {
  for (let folder = await realpath(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const mask = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & mask) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
};
