import { IDEMPOTENCY_TABLE } from '@platform/database';
import type { Database } from '@platform/database';

export const up = async (database: Database): Promise<void> => {
  await database.raw(IDEMPOTENCY_TABLE);
  await database.raw('CREATE TABLE idempotency_things (id serial PRIMARY KEY, name text NOT NULL)');
};
