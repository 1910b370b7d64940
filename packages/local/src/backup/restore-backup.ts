import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import { SetupError } from '@platform/runtime';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

import { KINDS, migrationsOf, readFrames } from './backup-file.ts';
import type { BackupHead, Frame, TableHead } from './backup-file.ts';

const next = async (frames: AsyncIterator<Frame, undefined>): Promise<Frame | undefined> =>
  (await frames.next()).value;

const headOf = (frame: Frame | undefined): BackupHead => {
  if (frame?.kind !== KINDS.head) throw new SetupError('The file is not a backup of this platform.');
  return JSON.parse(frame.payload.toString()) as BackupHead;
};

const assertFits = async (client: pg.Client, head: BackupHead): Promise<void> => {
  const present = await migrationsOf(client, head.schemas);
  const schema = Object.keys(head.migrations).find(
    (name) => head.migrations[name]?.join() !== present[name]?.join(),
  );
  if (schema !== undefined)
    throw new SetupError(
      `The backup of ${head.createdAt} is from another version of ${schema}. Restore it with that version, then update.`,
    );
};

const refuseUsers = async (client: pg.Client, roles: readonly string[]): Promise<void> => {
  // Within a transaction the view would otherwise stay as it was first read.
  await client.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ usename: string }>(
    'SELECT DISTINCT usename FROM pg_stat_activity WHERE datname = current_database() AND usename = ANY ($1) ORDER BY 1',
    [roles],
  );
  if (rows.length > 0)
    throw new SetupError(
      `A platform uses this database (${rows.map(({ usename }) => usename).join(', ')}). Stop all of its processes first.`,
    );
};

/**
 * @throws SetupError while one of these roles uses the database: a running platform would go on with what
 * it remembers
 */
export const assertUnused = async (databaseUrl: string, roles: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'restore' });
  await client.connect();
  try {
    await refuseUsers(client, roles);
  } finally {
    await client.end();
  }
};

export interface RestoreOptions {
  databaseUrl: string;
  file: string;
  /** Roles of the services, none of which may use the database meanwhile. */
  roles: readonly string[];
}

/**
 * The backup brought the name of its own history back. Instances of analytics that ran all along
 * must notice that the ids they remember are those of another one.
 */
const renewHistory = async (client: pg.Client, { tables }: BackupHead): Promise<void> => {
  if (tables.some(({ schema, table }) => `${schema}.${table}` === 'analytics.storage_epoch'))
    await client.query('UPDATE analytics.storage_epoch SET epoch = gen_random_uuid()');
};

const qualified = (client: pg.Client, schema: string, name: string): string =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;

const nameOf = (client: pg.Client, { schema, table }: TableHead): string => qualified(client, schema, table);

/**
 * Makes the sequences that no migration makes, such as those by which BullMQ numbers the jobs of each
 * queue from its first one on. They belong to whoever owns their schema.
 */
const createSequences = async (client: pg.Client, { sequences }: BackupHead): Promise<void> => {
  for (const { schema, sequence } of sequences) {
    const name = qualified(client, schema, sequence);
    const { rows } = await client.query<{ exists: boolean; owner: string }>(
      'SELECT to_regclass($1) IS NOT NULL AS exists, nspowner::regrole AS owner FROM pg_namespace WHERE nspname = $2',
      [name, schema],
    );
    const [found] = rows;
    if (!found || found.exists) continue;
    await client.query(`CREATE SEQUENCE ${name}`);
    await client.query(`ALTER SEQUENCE ${name} OWNER TO ${found.owner}`);
  }
};

const prepare = async (client: pg.Client, head: BackupHead): Promise<void> => {
  await createSequences(client, head);
  // Foreign keys and triggers held when the rows were written; they need not be checked again.
  await client.query('SET LOCAL session_replication_role = replica');
  for (const statement of head.tables.flatMap(({ create }) => create)) await client.query(statement);
  const names = head.tables.map((table) => nameOf(client, table));
  if (names.length > 0) await client.query(`TRUNCATE ${names.join(', ')}`);
  for (const statement of head.tables.flatMap(({ partitions }) => partitions)) await client.query(statement);
  await giveAwayPartitions(client, head);
};

/**
 * Gives partitions to whoever owns their table: a migration can't change a table without being the
 * owner of every partition.
 */
const giveAwayPartitions = async (client: pg.Client, { schemas }: BackupHead): Promise<void> => {
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('ALTER TABLE %s OWNER TO %s', c.oid::regclass, p.relowner::regrole) AS statement
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
     JOIN pg_namespace n ON n.oid = p.relnamespace
     WHERE n.nspname = ANY ($1) AND c.relkind = 'r' AND c.relowner <> p.relowner`,
    [schemas],
  );
  for (const { statement } of rows) await client.query(statement);
};

const fillTable = async (
  client: pg.Client,
  table: TableHead,
  frames: AsyncIterator<Frame, undefined>,
): Promise<void> => {
  const columns = table.columns.map((name) => client.escapeIdentifier(name)).join(', ');
  const target = client.query(
    copyFrom(`COPY ${nameOf(client, table)} (${columns}) FROM STDIN (FORMAT binary)`),
  );
  const done = finished(target);
  // Looked at below, or by whoever waits for room.
  done.catch(() => undefined);
  for (;;) {
    const frame = await next(frames);
    if (frame === undefined || frame.kind === KINDS.endOfTable) break;
    if (!target.write(frame.payload)) await Promise.race([once(target, 'drain'), done]);
  }
  target.end();
  await done;
};

/** Reads a backup's first frame, and hands out the frames after it. */
const openBackup = async (path: string) => {
  const file = createReadStream(path);
  const source = file.pipe(createGunzip());
  file.once('error', (error) => source.destroy(error));
  // A fault may come before the first frame is asked for, which then reports it.
  source.on('error', () => undefined);
  const frames = readFrames(source);
  const first = await next(frames).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_') === true)
      throw new SetupError('The file is not a backup of this platform, or it is damaged.');
    throw error;
  });
  return { head: headOf(first), frames, close: () => source.destroy() };
};

/**
 * Reads a backup from its first byte to its last, so that a bad one is refused before anything is
 * touched.
 * @throws SetupError when the file is no backup or is incomplete
 */
export const verifyBackup = async (file: string): Promise<BackupHead> => {
  const { head, frames, close } = await openBackup(file);
  try {
    let last: number | undefined;
    for (let frame = await next(frames); frame !== undefined; frame = await next(frames)) last = frame.kind;
    if (last !== KINDS.end) throw new SetupError('The backup is incomplete.');
    return head;
  } finally {
    close();
  }
};

/**
 * Puts a backup back, in one transaction, over whatever the tables hold. The schemas must exist and
 * have the migrations of the backup.
 * @throws SetupError when the file is no backup, is incomplete, or is from another version, and when a
 * service began to use the database meanwhile; the tables are then as they were
 */
export const restoreBackup = async (options: RestoreOptions): Promise<BackupHead> => {
  const client = new pg.Client({ connectionString: options.databaseUrl, application_name: 'restore' });
  const { head, frames, close } = await openBackup(options.file);
  try {
    await client.connect();
    await assertFits(client, head);
    await client.query('BEGIN');
    await prepare(client, head);
    for (const table of head.tables) await fillTable(client, table, frames);
    if ((await next(frames))?.kind !== KINDS.end) throw new SetupError('The backup is incomplete.');
    for (const { schema, sequence, value, isCalled } of head.sequences)
      await client.query('SELECT setval(format($1, $2::text, $3::text)::regclass, $4, $5)', [
        '%I.%I',
        schema,
        sequence,
        value,
        isCalled,
      ]);
    await renewHistory(client, head);
    // A supervisor may have started one since the first look.
    await refuseUsers(client, options.roles);
    await client.query('COMMIT');
    return head;
  } finally {
    close();
    await client.end();
  }
};
