import { SetupError } from '@platform/runtime';

import type { Database } from './create-database.ts';
import type { MigrationFile } from './migration-files.ts';

/**
 * True for a squashed migration whose predecessors ran here; false where it is yet to run, or ran
 * itself.
 */
const isAdopted = (schema: string, recorded: ReadonlySet<string>, file: MigrationFile): boolean => {
  const { name, replaces } = file;
  const found = replaces.filter((old) => recorded.has(old));
  if (recorded.has(name) || found.length === 0) return false;
  const missing = replaces.filter((old) => !recorded.has(old));
  if (missing.length === 0) return true;
  throw new SetupError(
    `The schema ${schema} is half migrated: ${name} replaces ${replaces.join(', ')}, of which ${missing.join(', ')} ` +
      'never ran here. Start the last version that has these migrations once, then this one.',
  );
};

/**
 * Records squashed migrations whose predecessors ran in this database, in place of those.
 * @throws a `SetupError` where only some of the predecessors ran, or where migrations ran that no
 *   file names
 */
export const adoptSquashed = async (
  database: Database,
  schema: string,
  table: string,
  files: readonly MigrationFile[],
): Promise<void> => {
  if (!(await database.schema.withSchema(schema).hasTable(table))) return;
  await database.transaction(async (transaction) => {
    const rows = () => transaction.withSchema(schema).table<{ name: string; batch: number }>(table);
    const recorded = new Set(await rows().pluck('name'));
    const adopted = files.filter((file) => isAdopted(schema, recorded, file));
    const replaced = new Set(files.flatMap(({ replaces }) => [...replaces]));
    const names = new Set(files.map(({ name }) => name));
    const unknown = [...recorded].filter((name) => !names.has(name) && !replaced.has(name));
    if (unknown.length > 0)
      throw new SetupError(
        `The schema ${schema} was migrated by a newer version: it has ${unknown.join(', ')}, which this version ` +
          "doesn't know.",
      );
    if (adopted.length > 0)
      await rows().insert(adopted.map(({ name }) => ({ name, batch: 1, migration_time: new Date() })));
    await rows()
      .whereIn(
        'name',
        [...replaced].filter((name) => !names.has(name)),
      )
      .delete();
  });
};
