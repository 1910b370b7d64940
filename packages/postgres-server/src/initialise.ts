import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
