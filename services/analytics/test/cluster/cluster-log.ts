import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';

/** A statement that the coordinator sent to a node. */
export interface SentStatement {
  readonly text: string;
  /** Port of the node. */
  readonly port: number;
}

/** Statements that the coordinator sends to its nodes, from its log. */
export interface ClusterLog {
  /** The statements that were sent during `work`. */
  during(work: () => Promise<unknown>): Promise<readonly SentStatement[]>;
}

const SENT = /NOTICE: {2}issuing (.*)\n[^\n]*DETAIL: {2}on server [^@]*@[^:]*:(\d+) /g;

/**
 * Has the coordinator log what it sends to nodes for one database, in sessions that begin from now
 * on.
 * @param adminUrl of the database
 * @param folder of the cluster
 */
export const logStatements = async (adminUrl: string, folder: string): Promise<ClusterLog> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const database = new URL(adminUrl).pathname.slice(1);
  for (const setting of ['citus.log_remote_commands = on', 'log_min_messages = notice'])
    await client.query(`ALTER DATABASE ${database} SET ${setting}`);
  await client.end();
  const read = (): Promise<string> => readFile(join(folder, 'coordinator.log'), 'utf8');
  return {
    async during(work) {
      const before = (await read()).length;
      await work();
      const written = (await read()).slice(before);
      return [...written.matchAll(SENT)].map(([, text = '', port]) => ({ text, port: Number(port) }));
    },
  };
};
