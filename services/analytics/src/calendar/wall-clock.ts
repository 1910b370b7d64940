import { zoneOffset } from './zone-offsets.ts';
import type { ReadClock } from './zone-offsets.ts';

const DAY = 86_400_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

const formatterOf = (zone: string): Intl.DateTimeFormat => {
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(zone, formatter);
  }
  return formatter;
};

/** True for an IANA time zone known to this Node.js. */
export const isZone = (zone: string): boolean => {
  try {
    return formatterOf(zone).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** Asks the rules of the zone, to the second. */
const readClock: ReadClock = (zone, instant) => {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
};

/**
 * The wall clock of a zone at an instant, given as the instant at which a clock in UTC shows the
 * same time. Read it with the `getUTC…` functions.
 */
export const toWallClock = (zone: string, instant: number): number =>
  zone === 'UTC' ? instant : instant + zoneOffset(zone, instant, readClock);

/**
 * The instant at which a zone's wall clock shows a time. A time in the hour skipped in spring gives
 * the instant of the jump, so a day that starts in the gap starts with its first second. A time in
 * the hour repeated in autumn gives its first occurrence.
 */
export const fromWallClock = (zone: string, wall: number): number => {
  if (zone === 'UTC') return wall;
  const offsets = [-DAY, 0, DAY].map((shift) => toWallClock(zone, wall + shift) - (wall + shift));
  const candidates = [...new Set(offsets)].map((offset) => wall - offset).sort((a, b) => a - b);
  const exact = candidates.find((instant) => toWallClock(zone, instant) === wall);
  if (exact !== undefined) return exact;
  // In the gap: bisect to the second for the first instant whose clock is past the time.
  let before = (candidates[0] ?? wall) - DAY / 2;
  let after = (candidates.at(-1) ?? wall) + DAY / 2;
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (toWallClock(zone, middle) < wall) before = middle;
    else after = middle;
  }
  return after;
};
