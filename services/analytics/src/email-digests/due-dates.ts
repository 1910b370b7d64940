import type { DateRange } from '../calendar/date-range.ts';
import { addDays, addMonths, startOfWeek, localDay } from '../calendar/local-day.ts';
import type { LocalDay } from '../calendar/local-day.ts';
import type { Calendar } from '../calendar/time-buckets.ts';
import { fromWallClock } from '../calendar/wall-clock.ts';

export type Frequency = 'weekly' | 'monthly';

const HOUR = 8;

/** 8:00 of a day in a zone. */
const eight = (zone: string, day: LocalDay): number =>
  fromWallClock(zone, Date.parse(`${day}T${String(HOUR).padStart(2, '0')}:00:00Z`));

const periodStart = (frequency: Frequency, { timezone, weekStart }: Calendar, instant: number): LocalDay => {
  const day = localDay(timezone, instant);
  return frequency === 'weekly' ? startOfWeek(day, weekStart) : `${day.slice(0, 8)}01`;
};

const step = (frequency: Frequency, day: LocalDay, count: number): LocalDay =>
  frequency === 'weekly' ? addDays(day, 7 * count) : addMonths(day, count);

/**
 * The first day of a week or month, at 8:00 in the calendar's zone, after an instant (milliseconds
 * since 1970).
 */
export const nextDue = (frequency: Frequency, calendar: Calendar, after: number): number => {
  const start = periodStart(frequency, calendar, after);
  const due = eight(calendar.timezone, start);
  return due > after ? due : eight(calendar.timezone, step(frequency, start, 1));
};

/** The latest week or month that is over by a calendar, and when its digest is due. */
export const endedPeriod = (
  frequency: Frequency,
  calendar: Calendar,
  now: number,
): { readonly range: DateRange; readonly due: number } => {
  const start = periodStart(frequency, calendar, now);
  const range = { from: step(frequency, start, -1), to: addDays(start, -1) };
  return { range, due: eight(calendar.timezone, start) };
};

/**
 * The week or month covered by the digest due at an instant: the one before the latest first
 * day of a week or month at 8:00.
 */
export const digestPeriod = (frequency: Frequency, calendar: Calendar, now: number): DateRange => {
  const start = periodStart(frequency, calendar, now);
  const latest = eight(calendar.timezone, start) <= now ? start : step(frequency, start, -1);
  return { from: step(frequency, latest, -1), to: addDays(latest, -1) };
};
