import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { Knex } from 'knex';

import { adoptSquashed } from './adopt-squashed.ts';
import type { Database } from './create-database.ts';
import { ensureSchema } from './provision.ts';
import { withoutInvalidIndexes } from './migrate-invalid-indexes.ts';
import { withoutRings } from './migrate-rings.ts';
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
 * Runs `work` while no other process does. An index that a migration builds without locking its table
 * waits for every transaction that has a snapshot. So nobody waits in PostgreSQL here, but asks again
 * and again, and whoever has the lock has no snapshot: a statement with parameters would keep its own. Older
 * versions do wait in PostgreSQL: where the work waits for one that waits for it, the work is ended, the
 * other one has its turn, and the work begins again.
 */
const exclusively = async <Result>(
  database: Database,
  schema: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  const ask = database
    .raw('SELECT pg_try_advisory_xact_lock(?, hashtext(?)) AS locked, pg_backend_pid() AS pid', [
      LOCK_NAMESPACE,
      schema,
    ])
    .toQuery();
  for (;;) {
    const done = await database.transaction(async (lock) => {
      const { rows } = await lock.raw<{ rows: { locked: boolean; pid: number }[] }>(ask);
      const [{ locked, pid } = { locked: false, pid: 0 }] = rows;
      return locked
        ? withoutRings(database, pid, { namespace: LOCK_NAMESPACE, key: schema }, work)
        : undefined;
    });
    if (done) return done.result;
    await pause(ASK_AGAIN_MS);
  }
};

/**
 * Brings a service's schema up to date, and creates it where the role may. Safe to run from several
 * processes at once, and again at any time.
 *
 * A migration may build an index without locking its table, outside a transaction: `export const
 * config = { transaction: false }`. It has to work again after it was ended halfway, and may be ended
 * and begun again for a process of an older version that waits for its turn.
 *
 * A migration that squashes older ones names them: `export const replaces = ['0001_things',
 * '0002_more_things']`. A schema that has all of them counts as having the new one. One that has
 * only some is refused.
 *
 * @param options.database with a pool of three connections at least: the lock, the migrations and the
 *   look at who waits for whom need one each
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
    await adoptSquashed(database, schema, TABLE, files);
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
