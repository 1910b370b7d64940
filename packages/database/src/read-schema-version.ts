import type { Database } from './create-database.ts';

/** The last migration that this service's schema has; null for one that was never migrated. */
export const readSchemaVersion = async (database: Database): Promise<string | null> => {
  const row = await database('migrations').orderBy('id', 'desc').first<{ name: string } | undefined>('name');
  return row?.name ?? null;
};
