import { setTimeout as pause } from 'node:timers/promises';
import createKnex from 'knex';
import { SetupError } from '@platform/runtime';
import type { Database } from './create-database.ts';

interface Rights {
  exists: boolean;
  may: boolean;
  role: string;
  name: string;
}

/**
 * Creates a service's schema where there is none yet.
 * @throws a `SetupError` that says what to do, where the role may not
 */
export const ensureSchema = async (database: Database, schema: string): Promise<void> => {
  // `CREATE SCHEMA IF NOT EXISTS` asks for the right to create one even where it exists.
  const { rows } = await database.raw<{ rows: Rights[] }>(
    `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = ?) AS exists,
            has_database_privilege(current_database(), 'CREATE') AS may,
            current_user AS role, current_database() AS name`,
    [schema],
  );
  const [rights] = rows;
  if (rights === undefined || rights.exists) return;
  const { may, role, name } = rights;
  if (!may)
    throw new SetupError(
      `The role ${role} may not create the schema ${schema} in the database ${name}. Create it as the database's ` +
        `owner: CREATE SCHEMA "${schema}" AUTHORIZATION "${role}"`,
    );
  await database.raw('CREATE SCHEMA ??', [schema]);
};

/** A service's role: it owns one schema and sees no other. */
export interface ServiceRole {
  /** Name of both the role and its schema. */
  name: string;
  password: string;
}

const LOCK = 0x70726f76;
const silent = (): void => undefined;
/** Roles are the server's, and a lock is a database's: another database may be changing them just now. */
const MOST_ATTEMPTS = 20;
const PAUSE_MILLISECONDS = 50;
/** A role was made by somebody between the look and the making: seen at once, or at its index. */
const MADE_MEANWHILE = new Set(['42710', '23505']);

const isMadeElsewhere = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string };
  return MADE_MEANWHILE.has(code ?? '') || message?.includes('tuple concurrently updated') === true;
};

/** knex puts the statement, with the password in it, before what PostgreSQL says. */
const withoutStatement = (error: unknown): never => {
  const { message, code } = error as { message: string; code?: string };
  throw Object.assign(new Error(message.slice(message.lastIndexOf(' - ') + 3)), { code });
};

/** Repeats work that met another that makes the same roles in a database of its own. */
const besideOthers = async (work: () => Promise<void>): Promise<void> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isMadeElsewhere(error)) throw error;
      await pause(PAUSE_MILLISECONDS * (1 + Math.random()));
    }
};

/**
 * Creates the roles and schemas of services in the database of `adminUrl`, as its superuser or
 * owner. Safe to repeat; passwords are set again. An owner who may not make roles makes nothing: the services then
 * use the owner's own role, and make their schemas themselves. A role may create schemas, because BullMQ has one
 * for its tables, but can't read another role's.
 */
export const provision = async (
  adminUrl: string,
  roles: readonly ServiceRole[],
): Promise<'separate roles' | 'one role'> => {
  const admin = createKnex({
    client: 'pg',
    connection: adminUrl,
    pool: { min: 0, max: 1 },
    // Faults reach the caller, who says them in a line.
    log: { warn: silent, error: silent, debug: silent, deprecate: silent },
  });
  try {
    const { rows: rights } = await admin.raw<{ rows: { may: boolean }[] }>(
      'SELECT rolsuper OR rolcreaterole AS may FROM pg_roles WHERE rolname = current_user',
    );
    if (rights[0]?.may !== true) return 'one role';
    await besideOthers(() =>
      admin.transaction(async (transaction) => {
        await transaction.raw('SELECT pg_advisory_xact_lock(?)', [LOCK]);
        const { rows } = await transaction.raw<{ rows: { name: string }[] }>(
          'SELECT current_database() AS name',
        );
        const database = rows[0]?.name ?? '';
        await transaction.raw('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
        for (const { name, password } of roles) {
          const known = await transaction('pg_roles')
            .where({ rolname: name })
            .first<object | undefined>('rolname');
          const literal = quoteLiteral(password);
          await transaction
            .raw(`${known ? 'ALTER' : 'CREATE'} ROLE ?? LOGIN PASSWORD ${literal}`, [name])
            .catch(withoutStatement);
          // An administrator who isn't a superuser must be a member of the role to give it a schema.
          await transaction.raw('GRANT ?? TO CURRENT_USER', [name]);
          await transaction.raw('GRANT CONNECT, CREATE, TEMPORARY ON DATABASE ?? TO ??', [database, name]);
          await transaction.raw('CREATE SCHEMA IF NOT EXISTS ?? AUTHORIZATION ??', [name, name]);
        }
      }),
    );
    return 'separate roles';
  } finally {
    await admin.destroy();
  }
};

/** CREATE ROLE takes no parameters, so the password is part of the statement. */
const quoteLiteral = (text: string): string => {
  if (text.includes('\0')) throw new Error('A password must not contain NUL.');
  // knex reads ? as a placeholder, also inside a literal.
  return `'${text.replaceAll("'", "''").replaceAll('?', '\\?')}'`;
};
