import { randomBytes } from 'node:crypto';

import type { Database } from './create-database.ts';

/**
 * A random secret (32 bytes) by name, made on first use and kept in the service's schema, so that all instances of a
 * service share it and no operator has to make one up. For cookies, cursors and signed links.
 */
export const loadSecret = async (database: Database, name: string): Promise<Buffer> => {
  await database
    .raw('CREATE TABLE IF NOT EXISTS secrets (name text PRIMARY KEY, value bytea NOT NULL)')
    .catch(ignoreRace);
  await database('secrets')
    .insert({ name, value: randomBytes(32) })
    .onConflict('name')
    .ignore();
  const row = await database('secrets').where({ name }).first<{ value: Buffer } | undefined>('value');
  if (!row) throw new Error(`The secret ${name} could not be made.`);
  return row.value;
};

/** Two processes that create the table at once: the later one is told so (42P07, or 23505 from the catalogue). */
const ignoreRace = (error: unknown): void => {
  const { code } = error as { code?: unknown };
  if (code !== '42P07' && code !== '23505') throw error as Error;
};
