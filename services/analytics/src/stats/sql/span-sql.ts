import { literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';

/**
 * How far back a visit with an event now may have begun: it may cross one midnight, and the longest
 * local day has 25 hours.
 */
export const LONGEST_VISIT = 50 * 3_600_000;

/** From `start` on, before `end`: milliseconds since 1970. */
export const within = (column: string, start: number, end: number): Sql =>
  sql`${literal(column)} >= ${new Date(start)} AND ${literal(column)} < ${new Date(end)}`;
