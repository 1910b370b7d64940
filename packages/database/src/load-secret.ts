import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

import type { Database } from './create-database.ts';
import { isUnavailable } from './failures.ts';
import { explainConnection } from './reach-postgres.ts';

const LOCK_NAMESPACE = 0x73656372;
const UNDEFINED_TABLE = '42P01';
const RETRY_MS = 1_000;
/** It says so about every half minute. */
const TRIES_PER_WORD = 30;

/** Locked, because `IF NOT EXISTS` fails when two processes create the table at once. */
const createTable = (database: Database): Promise<void> =>
  database.transaction(async (transaction) => {
    await transaction.raw('SELECT pg_advisory_xact_lock(?, hashtext(current_schema()))', [LOCK_NAMESPACE]);
    await transaction.raw('CREATE TABLE IF NOT EXISTS secrets (name text PRIMARY KEY, value bytea NOT NULL)');
  });

const read = async (database: Database, name: string): Promise<Buffer | undefined> => {
  const row = await database('secrets').where({ name }).first<{ value: Buffer } | undefined>('value');
  return row?.value;
};

const readOrMake = async (database: Database, name: string): Promise<Buffer> => {
  // Only the first start writes, so a process can start while the database only reads.
  const known = await read(database, name).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== UNDEFINED_TABLE) throw error;
    return undefined;
  });
  if (known) return known;
  await createTable(database);
  await database('secrets')
    .insert({ name, value: randomBytes(32) })
    .onConflict('name')
    .ignore();
  const made = await read(database, name);
  if (!made) throw new Error(`The secret ${name} could not be made.`);
  return made;
};

/** The address that a database was made with. */
const addressOf = (database: Database): string => {
  const { connection } = (database.client as { config: { connection?: { connectionString?: string } } })
    .config;
  return connection?.connectionString ?? '';
};

/**
 * Loads a random secret (32 bytes) for cookies, cursors and signed links. It is generated on first
 * use and kept in the service's schema, so all instances share it and no operator has to provide
 * one. Waits for a database that can't be reached, as it is the first that a process asks for.
 * @param onWait called when it waits, with what went wrong
 * @throws a `SetupError` that names DATABASE_URL for a wrong password and the like
 */
export const loadSecret = async (
  database: Database,
  name: string,
  onWait: (error: unknown) => void = () => undefined,
): Promise<Buffer> => {
  for (let tries = 0; ; tries += 1)
    try {
      return await readOrMake(database, name);
    } catch (error) {
      if (!isUnavailable(error)) throw explainConnection(error, addressOf(database));
      if (tries % TRIES_PER_WORD === 0) onWait(error);
      await setTimeout(RETRY_MS);
    }
};
