import type { Database } from '@platform/database';

import type { Sql } from '../sql/sql.ts';

/** Compiling costs more than it saves; a question without an end would keep the database busy. */
const SETTINGS = `SET LOCAL jit = off; SET LOCAL work_mem = '64MB'; SET LOCAL statement_timeout = '20s'`;

/** Runs a query that counts events, with a bound on its time. */
export const runCount = <Row>(database: Database, { text, values }: Sql): Promise<Row[]> =>
  database.transaction(
    async (transaction) => {
      await transaction.raw(SETTINGS);
      const { rows } = await transaction.raw<{ rows: Row[] }>(text, values);
      return rows;
    },
    { readOnly: true },
  );
