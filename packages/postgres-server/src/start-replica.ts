import { appendFile, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgresServer } from './start-postgres-server.ts';
import type { PostgresServer } from './start-postgres-server.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
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

const PATIENCE_MILLISECONDS = 60_000;

export interface ReplicaOptions {
  /** Superuser's address of the server to follow, and the folder of its data. */
  primary: { url: string; directory: string; password: string };
  directory: string;
  port: number;
  settings?: readonly string[];
  /** False for a replica that may lag or be down. */
  synchronous?: boolean;
}

/**
 * Starts a replica that follows a server by streaming replication. From then on, unless
 * `synchronous` is false, the server acknowledges a commit only when the replica has it too, so
 * that nothing acknowledged is lost when `promote` makes the replica the server.
 */
export const startReplica = async (
  options: ReplicaOptions,
): Promise<PostgresServer & { promote: () => Promise<void> }> => {
  const { primary, directory, port, settings = [], synchronous = true } = options;
  await copyData({ url: primary.url, from: primary.directory, to: directory });
  const { port: primaryPort } = new URL(primary.url);
  const source = `host=127.0.0.1 port=${primaryPort} user=postgres password=${primary.password} application_name=replica`;
  await appendFile(join(directory, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  await putFile(directory, 'standby.signal', '');
  const replica = await startPostgresServer({ directory, port, password: primary.password, settings });

  const ask = async <Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  if (synchronous) {
    await ask(primary.url, "ALTER SYSTEM SET synchronous_standby_names = 'replica'");
    await ask(primary.url, 'SELECT pg_reload_conf()');
  }
  const end = Date.now() + PATIENCE_MILLISECONDS;
  const isFollowing = `state = 'streaming' AND sync_state ${synchronous ? '=' : '<>'} 'sync'`;
  while ((await ask(primary.url, `SELECT FROM pg_stat_replication WHERE ${isFollowing}`)).length === 0) {
    if (Date.now() > end) throw new Error('The replica does not follow the primary.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    ...replica,
    promote: async () => {
      await ask(replica.url, 'SELECT pg_promote()');
    },
  };
};
