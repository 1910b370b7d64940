import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Knex } from 'knex';

/** A migration and what its file says about it. */
export interface MigrationFile {
  /** The file's name without `.ts`; what the table of migrations records. */
  readonly name: string;
  readonly migration: Knex.Migration;
  /** Names of older migrations that this one does the work of. */
  readonly replaces: readonly string[];
}

interface MigrationModule extends Knex.Migration {
  readonly replaces?: readonly string[];
}

/** A number as older versions had it, or the day on which it was written. */
const NAME = /^(\d{4}|\d{8})_[\w-]+$/;

const readMigration = async (directory: string, name: string): Promise<MigrationFile> => {
  // Node's own loader, as knex' reader of files can't load TypeScript modules.
  const migration = (await import(pathToFileURL(join(directory, `${name}.ts`)).href)) as MigrationModule;
  return { name, migration, replaces: migration.replaces ?? [] };
};

/**
 * The migrations of a folder, in the order in which they run: by name, so that `20261122_1_visits`
 * comes before `20261122_2_sums`.
 * @throws an Error for a file that is named otherwise, which would be skipped in silence
 */
export const readMigrations = async (directory: string): Promise<MigrationFile[]> => {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.ts')).sort();
  const names = files.map((file) => basename(file, '.ts'));
  const wrong = names.find((name) => !NAME.test(name));
  if (wrong !== undefined)
    throw new Error(
      `The migration ${wrong} must be named like 20261122_websites, by its day and what it adds.`,
    );
  return Promise.all(names.map((name) => readMigration(directory, name)));
};
