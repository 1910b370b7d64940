import type pg from 'pg';

import type { BackupHead, TableHead } from './backup-head.ts';
import { PARTITIONS, SEQUENCES, TABLES } from './catalogue.ts';

/** Knex' own tables: `migrate` has filled them before a restore. */
const MIGRATION_TABLES = ['migrations', 'migrations_lock'];

interface TableRow {
  schema: string;
  table: string;
  oid: number;
  partitioned: boolean;
  columns: string[] | null;
  definition: string | null;
  owner: string;
}

/** Schemas that belong to these roles. */
export const schemasOf = async (client: pg.ClientBase, roles: readonly string[]): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    'SELECT nspname AS name FROM pg_namespace JOIN pg_roles r ON r.oid = nspowner WHERE r.rolname = ANY ($1) ORDER BY 1',
    [roles],
  );
  return rows.map(({ name }) => name);
};

/** The migrations of each schema that has any. */
export const migrationsOf = async (
  client: pg.ClientBase,
  schemas: readonly string[],
): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {};
  for (const schema of schemas) {
    const table = `${client.escapeIdentifier(schema)}.migrations`;
    const { rows: known } = await client.query<{ exists: boolean }>(
      'SELECT to_regclass($1) IS NOT NULL AS exists',
      [table],
    );
    if (known[0]?.exists !== true) continue;
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${table} ORDER BY name`);
    found[schema] = rows.map(({ name }) => name);
  }
  return found;
};

/** Tables, partitions, sequences and migrations of these schemas, as one transaction sees them. */
export const describeDatabase = async (
  client: pg.ClientBase,
  schemas: string[],
): Promise<Omit<BackupHead, 'secrets'>> => {
  const { rows } = await client.query<TableRow>(TABLES, [schemas, MIGRATION_TABLES]);
  const tables: TableHead[] = [];
  for (const { schema, table, oid, partitioned, columns, definition, owner } of rows) {
    const name = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(table)}`;
    const { rows: partitions } = partitioned
      ? await client.query<{ statement: string }>(PARTITIONS, [oid])
      : { rows: [] };
    tables.push({
      schema,
      table,
      columns: columns ?? [],
      create: partitioned
        ? []
        : [
            `CREATE TABLE IF NOT EXISTS ${name} (${definition ?? ''})`,
            `ALTER TABLE ${name} OWNER TO ${client.escapeIdentifier(owner)}`,
          ],
      partitions: partitions.map(({ statement }) => statement),
    });
  }
  const { rows: sequences } = await client.query<BackupHead['sequences'][number]>(SEQUENCES, [schemas]);
  return {
    format: 1,
    createdAt: new Date().toISOString(),
    schemas,
    migrations: await migrationsOf(client, schemas),
    tables,
    sequences,
  };
};
