import type { Database } from '@platform/database';

import type { Sql } from '../sql/sql.ts';
import { inTime } from '../stats/query-timeout.ts';

/** Compiling costs more than it saves; a question without an end would keep the database busy. */
export const COUNT_SETTINGS = `SET LOCAL jit = off; SET LOCAL work_mem = '64MB'; SET LOCAL statement_timeout = '20s'`;

/**
 * Runs a query that counts events, with a bound on its time.
 * @param advice what a client may do when that is reached
 * @throws AppError `unavailable` when the query takes too long
 */
export const runCount = <Row>(database: Database, { text, values }: Sql, advice?: string): Promise<Row[]> =>
  inTime(
    database.transaction(
      async (transaction) => {
        await transaction.raw(COUNT_SETTINGS);
        const { rows } = await transaction.raw<{ rows: Row[] }>(text, values);
        return rows;
      },
      { readOnly: true },
    ),
    advice,
  );
