/** A day of the calendar as `YYYY-MM-DD`; sorts as text. */
export type LocalDate = string;

const DAY = 86_400_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

const formatterOf = (zone: string): Intl.DateTimeFormat => {
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      ...{
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      },
    });
    formatters.set(zone, formatter);
  }
  return formatter;
};

/** True for an IANA zone that this Node.js knows. */
export const isZone = (zone: string): boolean => {
  try {
    return formatterOf(zone).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/**
 * The wall clock of a zone at an instant, written as the instant at which UTC's clock shows the same:
 * add to it and read it with the `getUTC…` functions.
 */
export const toWallClock = (zone: string, instant: number): number => {
  if (zone === 'UTC') return instant;
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const milliseconds = ((instant % 1000) + 1000) % 1000;
  return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
};

/**
 * The instant at which a zone's wall clock shows a time. In the hour that is skipped in spring it is the instant of the
 * jump, so that a day that starts in the gap starts where its first second is; of the hour that comes twice in autumn it is the first.
 */
export const fromWallClock = (zone: string, wall: number): number => {
  if (zone === 'UTC') return wall;
  const offsets = [-DAY, 0, DAY].map((shift) => toWallClock(zone, wall + shift) - (wall + shift));
  const candidates = [...new Set(offsets)].map((offset) => wall - offset).sort((a, b) => a - b);
  const exact = candidates.find((instant) => toWallClock(zone, instant) === wall);
  if (exact !== undefined) return exact;
  // In the gap: the first instant whose clock is past the asked time, found by bisection to the second.
  let before = (candidates[0] ?? wall) - DAY / 2;
  let after = (candidates.at(-1) ?? wall) + DAY / 2;
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (toWallClock(zone, middle) < wall) before = middle;
    else after = middle;
  }
  return after;
};

/** The calendar day in a zone at an instant (milliseconds since 1970). */
export const localDate = (zone: string, instant: number): LocalDate =>
  new Date(toWallClock(zone, instant)).toISOString().slice(0, 10);

const CACHE_SIZE = 50_000;
const starts = new Map<string, number>();

/**
 * The instant at which a day begins in a zone: midnight, or the first second after a jump over midnight. Remembered: a year's
 * chart asks for hundreds of days, each time the same, and the calendar takes some 30 µs for each.
 */
export const startOfDay = (zone: string, date: LocalDate): number => {
  const key = `${date} ${zone}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  if (starts.size >= CACHE_SIZE) starts.clear();
  const start = fromWallClock(zone, Date.parse(`${date}T00:00:00Z`));
  starts.set(key, start);
  return start;
};

/** The day so many days later (or earlier, when negative). */
export const addDays = (date: LocalDate, days: number): LocalDate =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** The same day so many months later; the last day of the month where that month is shorter. */
export const addMonths = (date: LocalDate, months: number): LocalDate => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
};

/** Days from one day to another; 0 for the same day. */
export const daysBetween = (from: LocalDate, to: LocalDate): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** Monday is 1, Sunday 7 (ISO 8601). */
export const weekday = (date: LocalDate): number => new Date(date).getUTCDay() || 7;

/** True for a day that exists: `2026-02-30` doesn't. */
export const isLocalDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);
