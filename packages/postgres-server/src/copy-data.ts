import { execFile } from 'node:child_process';
import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import pg from 'pg';

import { findServerUser } from './server-user.ts';

const run = promisify(execFile);

/** Files may vanish while they are copied; the write-ahead log tells what became of them. */
const copyFolder = async (from: string, to: string): Promise<void> => {
  await run('cp', ['-a', `${from}/.`, to]).catch((error: unknown) => {
    const { stderr = '' } = error as { stderr?: string };
    const lines = stderr.split('\n').filter((line) => line !== '');
    if (lines.length === 0 || lines.some((line) => !line.includes('No such file'))) throw error;
  });
};

/** Puts a file into a data folder, for PostgreSQL's own user to read. */
export const putFile = async (directory: string, name: string, content: string): Promise<void> => {
  const file = join(directory, name);
  await writeFile(file, content, { mode: 0o600 });
  const user = await findServerUser();
  if (user) await chown(file, user.uid, user.gid);
};

/**
 * Copies the data of a running server to a new folder (a base backup). A server on the copy first
 * replays the write-ahead log written meanwhile, from an archive or from the server itself.
 * @param options.url of a superuser
 */
export const copyData = async (options: { url: string; from: string; to: string }): Promise<void> => {
  const { url, from, to } = options;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('copy', true)");
    await mkdir(to, { mode: 0o700 });
    await copyFolder(from, to);
    const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>(
      'SELECT labelfile, spcmapfile FROM pg_backup_stop(false)',
    );
    for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(to, name), { force: true });
    await rm(join(to, 'pg_wal'), { recursive: true, force: true });
    await mkdir(join(to, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 });
    const user = await findServerUser();
    if (user) await run('chown', ['-R', `${user.uid}:${user.gid}`, join(to, 'pg_wal')]);
    await putFile(to, 'backup_label', rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
};
