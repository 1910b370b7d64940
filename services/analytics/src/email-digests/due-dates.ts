import type { DateRange } from '../calendar/date-range.ts';
import { addDays, addMonths, weekday } from '../calendar/local-day.ts';
import type { LocalDay } from '../calendar/local-day.ts';
import { fromWallClock } from '../calendar/wall-clock.ts';
import { localDay } from '../calendar/zone-day.ts';

export type Frequency = 'weekly' | 'monthly';

const HOUR = 8;

/** 8:00 of a day in a zone. */
const eight = (zone: string, day: LocalDay): number =>
  fromWallClock(zone, Date.parse(`${day}T${String(HOUR).padStart(2, '0')}:00:00Z`));

const periodStart = (frequency: Frequency, day: LocalDay): LocalDay =>
  frequency === 'weekly' ? addDays(day, 1 - weekday(day)) : `${day.slice(0, 8)}01`;

const step = (frequency: Frequency, day: LocalDay, count: number): LocalDay =>
  frequency === 'weekly' ? addDays(day, 7 * count) : addMonths(day, count);

/**
 * The first Monday, or first of a month, at 8:00 in the zone after an instant (milliseconds since
 * 1970).
 */
export const nextDue = (frequency: Frequency, zone: string, after: number): number => {
  const start = periodStart(frequency, localDay(zone, after));
  const due = eight(zone, start);
  return due > after ? due : eight(zone, step(frequency, start, 1));
};

/** The latest week or month that is over in a zone, and when its digest is due there. */
export const endedPeriod = (
  frequency: Frequency,
  zone: string,
  now: number,
): { readonly range: DateRange; readonly due: number } => {
  const start = periodStart(frequency, localDay(zone, now));
  const range = { from: step(frequency, start, -1), to: addDays(start, -1) };
  return { range, due: eight(zone, start) };
};

/**
 * The week or month covered by the digest due at an instant: the one before the latest Monday, or
 * first of a month, at 8:00.
 */
export const digestPeriod = (frequency: Frequency, zone: string, now: number): DateRange => {
  const start = periodStart(frequency, localDay(zone, now));
  const latest = eight(zone, start) <= now ? start : step(frequency, start, -1);
  return { from: step(frequency, latest, -1), to: addDays(latest, -1) };
};
