import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { createDatabase, migrate, provision } from '@platform/database';
import type { Database } from '@platform/database';
import pg from 'pg';

export interface TestDatabase {
  /** Connection string of the service's own role, which sees its own schema only. */
  url: string;
  /** Connection string of the superuser to the same database; for faults and looks behind the scenes. */
  adminUrl: string;
  database: Database;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
}

const PASSWORD = 'test';

const withAdmin = async <Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const databaseUrl = (base: string, database: string, role?: string): string => {
  const url = new URL(base);
  url.pathname = `/${database}`;
  if (role !== undefined) [url.username, url.password] = [role, PASSWORD];
  return url.href;
};

/** A name that changes with the migrations, so that a template is never stale. */
const templateName = async (schema: string, migrations: URL): Promise<string> => {
  const directory = fileURLToPath(migrations);
  const hash = createHash('sha256');
  for (const file of (await readdir(directory)).sort())
    hash.update(file).update(await readFile(`${directory}/${file}`));
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
    const database = createDatabase({ url: databaseUrl(adminUrl, name, schema), schema });
    await migrate({ database, schema, directory }).finally(() => database.destroy());
    await client.query(`ALTER DATABASE ${name} IS_TEMPLATE true`);
  });
};

/**
 * A database of its own for a test file: a copy of a template that was migrated once.
 * @param options.schema the service's schema and role
 * @param options.migrations its folder of migrations, such as `new URL('../migrations/', import.meta.url)`
 * @param options.postgresUrl another server than the run's own; for tests that kill it
 */
export const createTestDatabase = async (options: {
  schema: string;
  migrations: URL;
  postgresUrl?: string;
}): Promise<TestDatabase> => {
  const { schema, migrations } = options;
  const adminUrl = options.postgresUrl ?? process.env['TEST_POSTGRES_URL'];
  if (adminUrl === undefined) throw new Error("Jest's global set-up did not start PostgreSQL.");
  const template = await templateName(schema, migrations);
  await makeTemplate(adminUrl, template, schema, migrations);
  const name = `test_${schema}_${randomBytes(6).toString('hex')}`;
  await withAdmin(adminUrl, async (client) => {
    // Two copies of one template must not be made at once.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', ['template']);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    await client.query(`GRANT CONNECT, CREATE, TEMPORARY ON DATABASE ${name} TO ${schema}`);
  });
  const url = databaseUrl(adminUrl, name, schema);
  const database = createDatabase({ url, schema });
  return {
    url,
    adminUrl: databaseUrl(adminUrl, name),
    database,
    async drop() {
      await database.destroy();
      await withAdmin(adminUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
};
