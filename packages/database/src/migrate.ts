import { fileURLToPath } from 'node:url';

import type { Knex } from 'knex';

import { adoptSquashed } from './adopt-squashed.ts';
import type { Database } from './create-database.ts';
import { ensureSchema } from './ensure-schema.ts';
import { readMigrations } from './migration-files.ts';
import type { MigrationFile } from './migration-files.ts';

/** Serialises the migrations of one schema, however many processes start at once. */
const LOCK_NAMESPACE = 0x6d696772;
const TABLE = 'migrations';

const sourceOf = (files: readonly MigrationFile[]): Knex.MigrationSource<MigrationFile> => ({
  getMigrations: () => Promise.resolve([...files]),
  getMigrationName: ({ name }) => name,
  getMigration: ({ migration }) => Promise.resolve(migration),
});

/**
 * Brings a service's schema up to date, and creates it where the role may. Safe to run from several
 * processes at once, and again at any time.
 *
 * A migration that squashes older ones names them: `export const replaces = ['0001_things',
 * '0002_more_things']`. A schema that has all of them counts as having the new one. One that has
 * only some is refused.
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
  return database.transaction(async (lock) => {
    await lock.raw('SELECT pg_advisory_xact_lock(?, hashtext(?))', [LOCK_NAMESPACE, schema]);
    await ensureSchema(database, schema);
    const files = await readMigrations(fileURLToPath(options.directory));
    await adoptSquashed(database, schema, TABLE, files);
    const [, names] = (await database.migrate.latest({
      migrationSource: sourceOf(files),
      schemaName: schema,
      tableName: TABLE,
    })) as [number, string[]];
    return names;
  });
};
