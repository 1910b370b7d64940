import type { Database } from '@platform/database';

import type { Sql } from '../sql/sql.ts';
import { inTime, QUESTION_LIMITS } from '../stats/query-timeout.ts';

/**
 * Runs a query that counts events, with a bound on its time.
 * @param advice what a client may do when that is reached
 * @throws AppError `unavailable` when the query takes too long
 */
export const runCount = <Row>(database: Database, { text, values }: Sql, advice?: string): Promise<Row[]> =>
  inTime(
    database.transaction(
      async (transaction) => {
        await transaction.raw(QUESTION_LIMITS);
        const { rows } = await transaction.raw<{ rows: Row[] }>(text, values);
        return rows;
      },
      { readOnly: true },
    ),
    advice,
  );
