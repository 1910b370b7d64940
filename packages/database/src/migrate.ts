import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { SetupError } from '@platform/runtime';
import type { Knex } from 'knex';

import type { Database } from './create-database.ts';
import { ensureSchema } from './provision.ts';
import { withoutInvalidIndexes } from './migrate-invalid-indexes.ts';
import { readMigrations } from './migration-files.ts';
import type { MigrationFile } from './migration-files.ts';

/** Serialises the migrations of one schema, however many processes start at once. */
const LOCK_NAMESPACE = 0x6d696772;
const TABLE = 'migrations';
const ASK_AGAIN_MS = 100;

const sourceOf = (files: readonly MigrationFile[]): Knex.MigrationSource<MigrationFile> => ({
  getMigrations: () => Promise.resolve([...files]),
  getMigrationName: ({ name }) => name,
  getMigration: ({ migration }) => Promise.resolve(migration),
});

/**
 * Runs `work` while no other process does. An index that a migration builds without locking its
 * table waits for every transaction that has a snapshot. So nobody waits in PostgreSQL here, but
 * asks again and again, and whoever has the lock has no snapshot: a statement with parameters would
 * keep its own.
 */
const exclusively = async <Result>(
  database: Database,
  schema: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  const ask = database
    .raw('SELECT pg_try_advisory_xact_lock(?, hashtext(?)) AS locked', [LOCK_NAMESPACE, schema])
    .toQuery();
  for (;;) {
    const done = await database.transaction(async (lock) => {
      const { rows } = await lock.raw<{ rows: { locked: boolean }[] }>(ask);
      return rows[0]?.locked === true ? { result: await work() } : undefined;
    });
    if (done) return done.result;
    await pause(ASK_AGAIN_MS);
  }
};

/**
 * Refuses a schema with migrations that this version doesn't have, before anything is changed in
 * it. The first migration is the schema as it was when the platform was first released: where
 * others ran without it, they are those of a version before that, and nothing leads from their
 * tables to these.
 */
const refuseUnknown = async (
  database: Database,
  schema: string,
  files: readonly MigrationFile[],
): Promise<void> => {
  if (!(await database.schema.withSchema(schema).hasTable(TABLE))) return;
  const recorded: string[] = await database.withSchema(schema).table(TABLE).orderBy('id').pluck('name');
  const names = new Set(files.map(({ name }) => name));
  const unknown = recorded.filter((name) => !names.has(name));
  const [first] = files;
  if (unknown.length === 0) return;
  if (first !== undefined && !recorded.includes(first.name))
    throw new SetupError(
      `The schema ${schema} comes from a version before the first release, whose data can't be taken over. ` +
        'Start with an empty database (another DATA_DIR, or another DATABASE_URL), or go back to that version.',
    );
  throw new SetupError(
    `The schema ${schema} was migrated by a newer version: it has ${unknown.join(', ')}, which this version ` +
      "doesn't know.",
  );
};

/**
 * Brings a service's schema up to date, and creates it where the role may. Safe to run from several
 * processes at once, and again at any time.
 *
 * A migration may build an index without locking its table, outside a transaction: `export const
 * config = { transaction: false }`. It has to work again after it was ended halfway.
 *
 * @param options.database with a pool of two connections at least: the lock and the migrations need
 *   one each
 * @returns the names of the migrations that ran
 * @throws a `SetupError` for a schema that this version can't bring up to date
 */
export const migrate = async (options: {
  database: Database;
  schema: string;
  directory: URL;
}): Promise<string[]> => {
  const { database, schema } = options;
  return exclusively(database, schema, async () => {
    await ensureSchema(database, schema);
    const files = await readMigrations(fileURLToPath(options.directory));
    await refuseUnknown(database, schema, files);
    const config = { migrationSource: sourceOf(files), schemaName: schema, tableName: TABLE };
    // knex has a lock of its own, which a process that was killed in a migration without a
    // transaction leaves behind. Nobody else can have it now.
    await database.migrate.forceFreeMigrationsLock(config);
    const [, names] = (await withoutInvalidIndexes(database, schema, () =>
      database.migrate.latest(config),
    )) as [number, string[]];
    return names;
  });
};
