import type { Database } from '@platform/database';

/** The table that each service with pages has. */
export const up = async (database: Database): Promise<void> => {
  await database.raw(
    'CREATE TABLE password_attempts (key bytea PRIMARY KEY, count integer NOT NULL, ends_at timestamptz NOT NULL)',
  );
};

export const down = async (database: Database): Promise<void> => {
  await database.raw('DROP TABLE password_attempts');
};
