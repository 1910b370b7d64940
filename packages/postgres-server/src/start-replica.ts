import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';

import { copyData, putFile } from './copy-data.ts';
import { startPostgresServer } from './start-postgres-server.ts';
import type { PostgresServer } from './start-postgres-server.ts';

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
