import type { DateRange } from '../stats/date-range.ts';
import { addDays, addMonths, fromWallClock, localDate, weekday } from '../stats/zone.ts';
import type { LocalDate } from '../stats/zone.ts';

export type Frequency = 'weekly' | 'monthly';

const HOUR = 8;

/** Eight o'clock in the morning of a day in a zone. */
const eight = (zone: string, day: LocalDate): number =>
  fromWallClock(zone, Date.parse(`${day}T${String(HOUR).padStart(2, '0')}:00:00Z`));

const periodStart = (frequency: Frequency, day: LocalDate): LocalDate =>
  frequency === 'weekly' ? addDays(day, 1 - weekday(day)) : `${day.slice(0, 8)}01`;

const step = (frequency: Frequency, day: LocalDate, count: number): LocalDate =>
  frequency === 'weekly' ? addDays(day, 7 * count) : addMonths(day, count);

/** The first Monday (first of a month) 8:00 of the zone after an instant, in milliseconds since 1970. */
export const nextDue = (frequency: Frequency, zone: string, after: number): number => {
  const start = periodStart(frequency, localDate(zone, after));
  const due = eight(zone, start);
  return due > after ? due : eight(zone, step(frequency, start, 1));
};

/** The week or month that a report covers which is due by an instant: the one before the latest Monday (first) 8:00. */
export const reportPeriod = (frequency: Frequency, zone: string, now: number): DateRange => {
  const start = periodStart(frequency, localDate(zone, now));
  const latest = eight(zone, start) <= now ? start : step(frequency, start, -1);
  return { from: step(frequency, latest, -1), to: addDays(latest, -1) };
};
