import type { Database } from './create-database.ts';

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
