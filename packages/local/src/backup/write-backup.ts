import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

import type { BackupHead } from './frames.ts';
import { describeDatabase, schemasOf, KINDS, writeFrame } from './frames.ts';

export interface WriteBackupOptions {
  /** An administrator's connection string. */
  databaseUrl: string;
  /** The services' roles; every schema they own is kept. */
  roles: readonly string[];
  /** Where the backup goes, mode 0600. */
  file: string;
  /** Secrets to keep beside the data, by name. */
  secrets: Readonly<Record<string, string>>;
}

/**
 * Writes a backup of a running platform. All of it is one repeatable-read transaction, so it is
 * the state of one moment. The file appears under its name only when it is complete.
 */
export const writeBackup = async (options: WriteBackupOptions): Promise<BackupHead> => {
  const { databaseUrl, roles, file, secrets } = options;
  const partial = `${file}.partial`;
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'backup' });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const head = {
      ...(await describeDatabase(client, await schemasOf(client, roles))),
      secrets: { ...secrets },
    };
    const gzip = createGzip({ level: 4 });
    const written = pipeline(gzip, createWriteStream(partial, { mode: 0o600 }));
    // Looked at below; a full disk must not end the process before that.
    written.catch(() => undefined);
    await writeFrame(gzip, KINDS.head, Buffer.from(JSON.stringify(head)));
    for (const { schema, table, columns } of head.tables) {
      const names = columns.map((name) => client.escapeIdentifier(name)).join(', ');
      const from = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(table)}`;
      const rows = client.query(copyTo(`COPY (SELECT ${names} FROM ${from}) TO STDOUT (FORMAT binary)`));
      for await (const chunk of rows as AsyncIterable<Buffer>) await writeFrame(gzip, KINDS.rows, chunk);
      await writeFrame(gzip, KINDS.endOfTable);
    }
    await writeFrame(gzip, KINDS.end);
    gzip.end();
    await Promise.all([written, finished(gzip)]);
    await client.query('COMMIT');
    await rename(partial, file);
    return head;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await client.end();
  }
};
