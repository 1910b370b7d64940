import { sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import { addDays } from '../../calendar/local-day.ts';
import type { LocalDay } from '../../calendar/local-day.ts';

/**
 * The last day whose data may be derived, and whose derived data may be read. The writer counts in
 * `late_writes` every change it makes to such a day. It starts counting one day earlier: clocks
 * differ and batches are under way at midnight, so a full day lies between.
 */
export const lastSettledDay = (today: LocalDay): LocalDay => addDays(today, -3);

/**
 * How many batches came late for the days from `first` to before `next`. The writer counts a batch
 * in the transaction that stores it, so derived data is current while this number equals the one in
 * the snapshot it was made from.
 */
export const lateWritesSql = (websiteId: number, first: Sql, next: Sql): Sql =>
  sql`(SELECT coalesce(sum(writes), 0) FROM late_writes WHERE website_id = ${websiteId} AND day >= ${first} AND day < ${next})`;

/**
 * Advisory lock, with the website's id as second key. Held while data is derived from a website's
 * days, and by retention while it removes days and all derived from them. Take the snapshot after
 * the lock.
 */
export const DERIVED_LOCK = 0x6d73756d;
