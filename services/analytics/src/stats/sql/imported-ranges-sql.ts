import { sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';

/** Rows of `from`, `to`, `days` and `source`: imported days of one program that follow each other. */
export const importedRangesSql = (websiteId: number): Sql => sql`
  SELECT min(day)::text AS "from", max(day)::text AS "to", count(*)::int AS days, source FROM (
    SELECT day, source, day - row_number() OVER (PARTITION BY source ORDER BY day)::int AS stretch
    FROM imported_days WHERE website_id = ${websiteId}) AS days
  GROUP BY source, stretch ORDER BY min(day)`;
