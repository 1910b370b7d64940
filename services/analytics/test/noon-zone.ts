import { localDay } from '../src/calendar/zone-day.ts';
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

/** The present day by a website's calendar. */
export const todayOf = ({ timezone }: WebsiteJson): string => localDay(String(timezone), Date.now());
