import { randomBytes } from 'node:crypto';

import type { Database } from './create-database.ts';

const LOCK_NAMESPACE = 0x73656372;

/** Locked, because `IF NOT EXISTS` fails when two processes create the table at once. */
const createTable = (database: Database): Promise<void> =>
  database.transaction(async (transaction) => {
    await transaction.raw('SELECT pg_advisory_xact_lock(?, hashtext(current_schema()))', [LOCK_NAMESPACE]);
    await transaction.raw('CREATE TABLE IF NOT EXISTS secrets (name text PRIMARY KEY, value bytea NOT NULL)');
  });

/**
 * Loads a random secret (32 bytes) for cookies, cursors and signed links. It is generated on first
 * use and kept in the service's schema, so all instances share it and no operator has to provide
 * one.
 */
export const loadSecret = async (database: Database, name: string): Promise<Buffer> => {
  await createTable(database);
  await database('secrets')
    .insert({ name, value: randomBytes(32) })
    .onConflict('name')
    .ignore();
  const row = await database('secrets').where({ name }).first<{ value: Buffer } | undefined>('value');
  if (!row) throw new Error(`The secret ${name} could not be made.`);
  return row.value;
};
