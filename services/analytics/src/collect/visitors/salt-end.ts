import { addDays } from '../../calendar/local-day.ts';
import type { LocalDay } from '../../calendar/local-day.ts';
import { startOfDay } from '../../calendar/zone-day.ts';

/** After local midnight, visits of the day before may still continue. */
const GRACE_MS = 30 * 60_000;

const BACKFILL_MS = 24 * 3_600_000;

/** When the salt of a live day is destroyed, in milliseconds since 1970. */
export const endOfLiveSalt = (timezone: string, day: LocalDay): number =>
  startOfDay(timezone, addDays(day, 1)) + GRACE_MS;

/**
 * When the salt of a day that was only ever backfilled is destroyed, in milliseconds since 1970.
 * @param usedAt its last use
 */
export const endOfBackfilledSalt = (usedAt: number): number => usedAt + BACKFILL_MS;
