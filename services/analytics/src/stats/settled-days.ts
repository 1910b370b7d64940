import { sql } from './sql.ts';
import type { Sql } from './sql.ts';
import { addDays } from './zone.ts';
import type { LocalDate } from './zone.ts';

/**
 * The last day of a website that anything may be derived from (sums of months), and the derived be read for. The writer counts in
 * `late_writes` whatever it changes of such a day. It does so from one day earlier on (src/collect/late-days.ts): clocks
 * differ and batches are on their way while a day ends, and a full day lies between.
 */
export const lastSettledDay = (today: LocalDate): LocalDate => addDays(today, -3);

/**
 * How many batches have come late for the days from `first` to the one before `next`. The writer counts a batch in its own transaction, so
 * what was derived from the days is true as long as this number is what it was in the snapshot that it was made from.
 */
export const lateWritesSql = (websiteId: number, first: Sql, next: Sql): Sql =>
  sql`(SELECT coalesce(sum(writes), 0) FROM late_writes WHERE website_id = ${websiteId} AND day >= ${first} AND day < ${next})`;

/**
 * Advisory lock, with the website's id as second key: taken while something is derived from a website's days, and by retention while it
 * removes days, what was derived from them and their late writes. Whoever derives takes its snapshot with the lock in hand.
 */
export const DERIVED_LOCK = 0x6d73756d;
