import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { createDatabase, migrate, provision } from '@platform/database';
import type { Database } from '@platform/database';

import { databaseUrl, withAdmin } from './admin-connection.ts';
import { citusDatabases } from './citus.ts';

export interface TestDatabase {
  /** Connection string of the service's own role, which only sees its own schema. */
  url: string;
  /** Connection string of the superuser to the same database, to inspect it and cause faults. */
  adminUrl: string;
  database: Database;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
}

const PASSWORD = 'test';

/** Contains a hash of the migrations, so that a template is never stale. */
const templateName = async (schema: string, migrations: URL): Promise<string> => {
  const directory = fileURLToPath(migrations);
  const hash = createHash('sha256');
  const files = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.ts'));
  for (const file of files.sort()) hash.update(file).update(await readFile(`${directory}/${file}`));
  return `template_${schema}_${hash.digest('hex').slice(0, 12)}`;
};

const makeTemplate = async (
  adminUrl: string,
  name: string,
  schema: string,
  directory: URL,
): Promise<void> => {
  await withAdmin(adminUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', ['template']);
    const known = await client.query('SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate', [
      name,
    ]);
    if (known.rowCount) return;
    await client.query(`DROP DATABASE IF EXISTS ${name}`);
    await client.query(`CREATE DATABASE ${name}`);
    await provision(databaseUrl(adminUrl, name), [{ name: schema, password: PASSWORD }]);
    const database = createDatabase({
      url: databaseUrl(adminUrl, name, { name: schema, password: PASSWORD }),
      schema,
    });
    await migrate({ database, schema, directory }).finally(() => database.destroy());
    await client.query(`ALTER DATABASE ${name} IS_TEMPLATE true`);
  });
};

/** Copies of a template on one server. */
const serverDatabases = (adminUrl: string) => ({
  async create(name: string, template: { name: string; schema: string; migrations: URL }): Promise<void> {
    await makeTemplate(adminUrl, template.name, template.schema, template.migrations);
    await withAdmin(adminUrl, async (client) => {
      // PostgreSQL can't copy a template twice at once.
      await client.query('SELECT pg_advisory_lock(hashtext($1))', ['template']);
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${template.name}`);
      await client.query(`GRANT CONNECT, CREATE, TEMPORARY ON DATABASE ${name} TO ${template.schema}`);
    });
  },
  async drop(name: string): Promise<void> {
    await withAdmin(adminUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  },
});

/**
 * A database for one test file: a copy of a template that is migrated once per run. With
 * TEST_CITUS_URL it is one of that cluster, with distributed tables.
 * @param options.schema the service's schema and role
 * @param options.migrations its folder of migrations, such as `new URL('../migrations/',
 *   import.meta.url)`
 * @param options.postgresUrl a server other than the run's own, for tests that kill it
 */
export const createTestDatabase = async (options: {
  schema: string;
  migrations: URL;
  postgresUrl?: string;
}): Promise<TestDatabase> => {
  const { schema, migrations, postgresUrl } = options;
  const citusUrl = postgresUrl === undefined ? process.env['TEST_CITUS_URL'] : undefined;
  const adminUrl = postgresUrl ?? citusUrl ?? process.env['TEST_POSTGRES_URL'];
  if (adminUrl === undefined) throw new Error("Jest's global set-up did not start PostgreSQL.");
  const databases = citusUrl === undefined ? serverDatabases(adminUrl) : await citusDatabases(citusUrl);
  const template = { name: await templateName(schema, migrations), schema, migrations, password: PASSWORD };
  const name = `test_${schema}_${randomBytes(6).toString('hex')}`;
  await databases.create(name, template);
  const url = databaseUrl(adminUrl, name, { name: schema, password: PASSWORD });
  const database = createDatabase({ url, schema });
  return {
    url,
    adminUrl: databaseUrl(adminUrl, name),
    database,
    async drop() {
      await database.destroy();
      await databases.drop(name);
    },
  };
};
