/** A year of a zone: from each instant on, its clock is ahead of UTC by that many milliseconds. */
interface YearOfOffsets {
  readonly since: readonly number[];
  readonly offsets: readonly number[];
}

/** The clock of a zone by the rules that Node.js has, as `toWallClock` tells it. */
type ReadClock = (zone: string, instant: number) => number;

/** No zone changes its offset and back within a week. */
const WEEK = 7 * 86_400_000;
const SECOND = 1_000;

const years = new Map<string, YearOfOffsets>();
const CACHE_SIZE = 10_000;

const findChanges = (zone: string, year: number, read: ReadClock): YearOfOffsets => {
  const [begin, end] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
  const offsetAt = (instant: number): number => read(zone, instant) - instant;
  const since = [begin];
  const offsets = [offsetAt(begin)];
  for (let week = begin; week < end; week += WEEK) {
    const next = Math.min(week + WEEK, end);
    const offset = offsetAt(next);
    // To the second, as zones before 1972 are.
    for (let from = week; offsets.at(-1) !== offset;) {
      let [before, after] = [from, next];
      while (after - before > SECOND) {
        const middle = Math.floor((before + after) / (2 * SECOND)) * SECOND;
        if (offsetAt(middle) === offsets.at(-1)) before = middle;
        else after = middle;
      }
      since.push(after);
      offsets.push(offsetAt(after));
      from = after;
    }
  }
  return { since, offsets };
};

/**
 * Milliseconds by which a zone's clock is ahead of UTC at an instant. The changes of a year are
 * found once, which takes as long as reading the clock a hundred times.
 */
const zoneOffset = (zone: string, instant: number, read: ReadClock): number => {
  const year = new Date(instant).getUTCFullYear();
  const key = `${year} ${zone}`;
  let known = years.get(key);
  if (known === undefined) {
    if (years.size >= CACHE_SIZE) years.clear();
    known = findChanges(zone, year, read);
    years.set(key, known);
  }
  return known.offsets[known.since.findLastIndex((since) => since <= instant)] ?? 0;
};

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
