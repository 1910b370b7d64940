import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { ServerUser } from './server-user.ts';

const run = promisify(execFile);

/** Makes an empty database in a folder, by PostgreSQL's `initdb`, as `user` if there is one. */
export const initialise = async (
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
