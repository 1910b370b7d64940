import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { Knex } from 'knex';

import type { Database } from './create-database.ts';

/** Reads `NNNN_name.ts` files with Node's own loader, which knex' file reader can't do for TypeScript modules. */
const migrationSource = (directory: string): Knex.MigrationSource<string> => ({
  async getMigrations() {
    const files = await readdir(directory);
    return files.filter((file) => /^\d{4}_[\w-]+\.ts$/.test(file)).sort();
  },
  getMigrationName: (file) => basename(file, '.ts'),
  getMigration: async (file) => (await import(pathToFileURL(join(directory, file)).href)) as Knex.Migration,
});

/** Serialises the migrations of one schema, however many processes start at once. */
const LOCK_NAMESPACE = 0x6d696772;

/**
 * Brings a service's schema up to date. Safe to run from several processes at once, and again at any time.
 * @returns the names of the migrations that ran
 */
export const migrate = async (options: {
  database: Database;
  schema: string;
  directory: URL;
}): Promise<string[]> => {
  const { database, schema, directory } = options;
  // The lock and the migrations need a connection each.
  return database.transaction(async (lock) => {
    await lock.raw('SELECT pg_advisory_xact_lock(?, hashtext(?))', [LOCK_NAMESPACE, schema]);
    const [, names] = (await database.migrate.latest({
      migrationSource: migrationSource(fileURLToPath(directory)),
      schemaName: schema,
      tableName: 'migrations',
      disableMigrationsListValidation: false,
    })) as [number, string[]];
    return names;
  });
};
