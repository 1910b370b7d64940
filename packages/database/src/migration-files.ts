import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Knex } from 'knex';

/** A migration and the name under which it is recorded. */
export interface MigrationFile {
  /** The file's name without `.ts`. */
  readonly name: string;
  readonly migration: Knex.Migration;
}

/** A migration's file. knex reads `config`, which its types don't have. */
interface MigrationModule {
  readonly up: Knex.Migration['up'];
  readonly config?: { readonly transaction?: boolean };
}

/** The day on which it was written, and what it adds. */
const NAME = /^\d{8}_[\w-]+$/;

/**
 * knex insists on a way back. There is none: a backup is restored with the version that made it.
 */
const down = (): Promise<never> =>
  Promise.reject(new Error('Migrations only add, and are never taken back.'));

const readMigration = async (directory: string, name: string): Promise<MigrationFile> => {
  // Node's own loader, as knex' reader of files can't load TypeScript modules.
  const { up, config = {} } = (await import(
    pathToFileURL(join(directory, `${name}.ts`)).href
  )) as MigrationModule;
  return { name, migration: Object.assign({ up, down }, { config }) };
};

/**
 * The migrations of a folder, in the order in which they run: by name, so that `20261126_schema`
 * comes before `20261201_badges`. A folder in it holds the parts of a migration that is too long
 * for one file.
 * @throws an Error for a file that is named otherwise, which would be skipped in silence
 */
export const readMigrations = async (directory: string): Promise<MigrationFile[]> => {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.ts')).sort();
  const names = files.map((file) => basename(file, '.ts'));
  const wrong = names.find((name) => !NAME.test(name));
  if (wrong !== undefined)
    throw new Error(
      `The migration ${wrong} must be named like 20261126_websites, by its day and what it adds.`,
    );
  return Promise.all(names.map((name) => readMigration(directory, name)));
};
