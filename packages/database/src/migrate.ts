import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { runTask, settings, SetupError } from '@platform/runtime';
import type { Knex } from 'knex';

import { createDatabase } from './create-database.ts';
import type { Database } from './create-database.ts';
import { ensureSchema } from './provision.ts';
import { explainConnection, waitForPostgres } from './reach-postgres.ts';

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

/** Indexes whose build was ended, without those of partitioned tables, which are put together. */
const invalidIndexes = async (database: Database, schema: string): Promise<Map<number, string>> => {
  const { rows } = await database.raw<{ rows: { oid: number; name: string }[] }>(
    `SELECT c.oid, c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ? AND c.relkind = 'i' AND NOT c.relispartition AND NOT i.indisvalid`,
    [schema],
  );
  return new Map(rows.map(({ oid, name }) => [oid, name]));
};

/**
 * Runs work that builds indexes without locking their tables. Where it fails, the indexes that it
 * left behind are dropped: PostgreSQL keeps them up to date, though no query may use them.
 */
export const withoutInvalidIndexes = async <Result>(
  database: Database,
  schema: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  const before = await invalidIndexes(database, schema);
  try {
    return await work();
  } catch (error) {
    try {
      for (const [oid, name] of await invalidIndexes(database, schema))
        if (!before.has(oid)) await database.raw('DROP INDEX CONCURRENTLY IF EXISTS ??.??', [schema, name]);
    } catch {
      // Without a connection, say. The migration drops it when it runs again.
    }
    throw error;
  }
};

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

/** The last migration that this service's schema has; null for one that was never migrated. */
export const readSchemaVersion = async (database: Database): Promise<string | null> => {
  const row = await database('migrations').orderBy('id', 'desc').first<{ name: string } | undefined>('name');
  return row?.name ?? null;
};

interface MigrateConfig {
  DATABASE_URL: string;
  LOG_LEVEL: string;
}

/** One for the lock, and one for the migrations. */
const CONNECTIONS = 2;

/**
 * The process that brings a service's schema up to date and ends. It waits a minute at most for a server that
 * isn't there yet. If it fails, one fatal line says so and the exit code is 1, so that nothing starts on a schema of
 * another version.
 * @param options.schema name of the service, its role and its schema
 * @param options.directory its migrations
 * @param options.queues brings the tables of its queues up to date, if it has queues
 * @param options.afterwards what else the service does to its schema; what it returns is logged
 */
export const migrateService = (options: {
  schema: string;
  directory: URL;
  environment: Readonly<Record<string, string | undefined>>;
  queues?: (databaseUrl: string) => Promise<void>;
  afterwards?: (database: Database) => Promise<Readonly<Record<string, unknown>>>;
}): Promise<void> => {
  const { schema, directory, environment, queues, afterwards } = options;
  const name = `${schema}-migrate`;
  const { DATABASE_URL, LOG_LEVEL } = settings;
  return runTask<MigrateConfig>(
    { name, variables: { DATABASE_URL, LOG_LEVEL }, environment },
    async ({ config, logger }) => {
      const database = createDatabase({
        url: config.DATABASE_URL,
        schema,
        poolSize: CONNECTIONS,
        applicationName: name,
      });
      try {
        await waitForPostgres(config.DATABASE_URL, logger);
        const migrations = await migrate({ database, schema, directory });
        await queues?.(config.DATABASE_URL);
        const more = await afterwards?.(database);
        logger.info({ migrations, ...more }, 'the schema is up to date');
      } catch (error) {
        throw explainConnection(error, config.DATABASE_URL);
      } finally {
        await database.destroy();
      }
    },
  );
};
