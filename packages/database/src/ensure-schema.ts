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
