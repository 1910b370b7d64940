import { localDay } from '../src/calendar/local-day.ts';
import type { WebsiteJson } from './harness.ts';

/**
 * A time zone in which it is about noon now. A website in it has its hits of now, and of the next hours,
 * on one day and in one month, whenever the suite runs.
 */
export const zoneAtNoon = (): string => {
  const ahead = 12 - new Date().getUTCHours();
  // Their signs are those of POSIX: Etc/GMT-2 is two hours ahead.
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
};

/**
 * The first of these time zones in which midnight is at least three hours away: for suites that need an
 * odd offset or clocks that change. Two that are half a day apart are enough.
 */
export const zoneByDay = (...zones: readonly string[]): string => {
  const hourIn = (timeZone: string): number =>
    Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format());
  const found = zones.find((zone) => hourIn(zone) >= 3 && hourIn(zone) < 21);
  if (found === undefined) throw new Error(`It is night in ${zones.join(' and ')}.`);
  return found;
};

/** The present day by a website's calendar. */
export const todayOf = ({ timezone }: WebsiteJson): string => localDay(String(timezone), Date.now());
