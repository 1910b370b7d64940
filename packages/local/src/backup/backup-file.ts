import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import { SetupError } from '@platform/runtime';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** Selects the tables of the schemas $1 but those named in $2, each with the SQL that recreates it. */
const TABLES = `
  SELECT n.nspname AS schema, c.relname AS table, c.oid::int AS oid, c.relkind = 'p' AS partitioned,
    (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
    (SELECT string_agg(definition, ', ') FROM (
      SELECT format('%I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
        coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), ''),
        CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END) AS definition
      FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      UNION ALL
      SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype IN ('p', 'u')
    ) AS parts) AS definition,
    pg_get_userbyid(c.relowner)::text AS owner
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL ($2)
  ORDER BY 1, 2`;

/** Statements that recreate the partitions of the table $1. */
const PARTITIONS = `
  SELECT format('CREATE TABLE IF NOT EXISTS %I.%I PARTITION OF %I.%I %s', n.nspname, c.relname,
    pn.nspname, p.relname, pg_get_expr(c.relpartbound, c.oid)) AS statement
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_class p ON p.oid = i.inhparent JOIN pg_namespace pn ON pn.oid = p.relnamespace
  WHERE i.inhparent = $1 ORDER BY c.relname`;

/** Where the sequences of the schemas $1 are. */
const SEQUENCES = `
  SELECT schemaname AS schema, sequencename AS sequence, coalesce(last_value, start_value)::text AS value,
    last_value IS NOT NULL AS "isCalled"
  FROM pg_sequences WHERE schemaname = ANY ($1) ORDER BY 1, 2`;

/** Knex' own tables: `migrate` has filled them before a restore. */
const MIGRATION_TABLES = ['migrations', 'migrations_lock'];

interface TableRow {
  schema: string;
  table: string;
  oid: number;
  partitioned: boolean;
  columns: string[] | null;
  definition: string | null;
  owner: string;
}

/** Schemas that belong to these roles. */
export const schemasOf = async (client: pg.ClientBase, roles: readonly string[]): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    'SELECT nspname AS name FROM pg_namespace JOIN pg_roles r ON r.oid = nspowner WHERE r.rolname = ANY ($1) ORDER BY 1',
    [roles],
  );
  return rows.map(({ name }) => name);
};

/** The migrations of each schema that has any. */
export const migrationsOf = async (
  client: pg.ClientBase,
  schemas: readonly string[],
): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {};
  for (const schema of schemas) {
    const table = `${client.escapeIdentifier(schema)}.migrations`;
    const { rows: known } = await client.query<{ exists: boolean }>(
      'SELECT to_regclass($1) IS NOT NULL AS exists',
      [table],
    );
    if (known[0]?.exists !== true) continue;
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${table} ORDER BY name`);
    found[schema] = rows.map(({ name }) => name);
  }
  return found;
};

/** Tables, partitions, sequences and migrations of these schemas, as one transaction sees them. */
export const describeDatabase = async (
  client: pg.ClientBase,
  schemas: string[],
): Promise<Omit<BackupHead, 'secrets'>> => {
  const { rows } = await client.query<TableRow>(TABLES, [schemas, MIGRATION_TABLES]);
  const tables: TableHead[] = [];
  for (const { schema, table, oid, partitioned, columns, definition, owner } of rows) {
    const name = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(table)}`;
    const { rows: partitions } = partitioned
      ? await client.query<{ statement: string }>(PARTITIONS, [oid])
      : { rows: [] };
    tables.push({
      schema,
      table,
      columns: columns ?? [],
      create: partitioned
        ? []
        : [
            `CREATE TABLE IF NOT EXISTS ${name} (${definition ?? ''})`,
            `ALTER TABLE ${name} OWNER TO ${client.escapeIdentifier(owner)}`,
          ],
      partitions: partitions.map(({ statement }) => statement),
    });
  }
  const { rows: sequences } = await client.query<BackupHead['sequences'][number]>(SEQUENCES, [schemas]);
  return {
    format: 1,
    createdAt: new Date().toISOString(),
    schemas,
    migrations: await migrationsOf(client, schemas),
    tables,
    sequences,
  };
};

export interface TableHead {
  schema: string;
  table: string;
  /** Generated columns are left out: PostgreSQL computes them again. */
  columns: string[];
  /**
   * Makes the table where no migration does: services make some, such as `secrets`, on their first
   * start.
   */
  create: string[];
  /** `CREATE TABLE … PARTITION OF …` for each partition; empty for an ordinary table. */
  partitions: string[];
}

/** The first frame of a backup: what follows, and what it fits. */
export interface BackupHead {
  format: 1;
  createdAt: string;
  schemas: string[];
  /** Migrations of each schema. A backup goes back into a platform with the same ones. */
  migrations: Record<string, string[]>;
  tables: TableHead[];
  sequences: { schema: string; sequence: string; value: string; isCalled: boolean }[];
  /** Secrets that don't live in the database, by file name. */
  secrets: Record<string, string>;
}

/** A backup is a row of frames: a kind, a length, and so many bytes. */
export const KINDS = { head: 1, rows: 2, endOfTable: 3, end: 4 } as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];

export interface Frame {
  kind: number;
  payload: Buffer;
}

const HEADER_BYTES = 5;

export const writeFrame = async (
  target: Writable,
  kind: Kind,
  payload: Buffer = Buffer.alloc(0),
): Promise<void> => {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(kind, 0);
  header.writeUInt32BE(payload.length, 1);
  target.write(header);
  if (!target.write(payload)) await once(target, 'drain');
};

/** Reads frames to the last one. @throws SetupError if the file ends before */
export async function* readFrames(source: Readable): AsyncGenerator<Frame, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + rest.readUInt32BE(1);
      if (rest.length < end) break;
      const frame = { kind: rest.readUInt8(0), payload: rest.subarray(HEADER_BYTES, end) };
      rest = rest.subarray(end);
      yield frame;
      if (frame.kind === KINDS.end) return undefined;
    }
  }
  throw new SetupError('The backup is incomplete: it ends in the middle.');
}

interface WriteBackupOptions {
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
