import { fromWallClock, toWallClock } from './wall-clock.ts';

/** A calendar day as `YYYY-MM-DD`; sorts as text. */
export type LocalDay = string;

const DAY = 86_400_000;

const format = (instant: number): LocalDay => new Date(instant).toISOString().slice(0, 10);

/** The day a number of days later, or earlier when negative. */
export const addDays = (day: LocalDay, days: number): LocalDay =>
  format(Date.parse(`${day}T00:00:00Z`) + days * DAY);

/** The same day a number of months later; the month's last day where that month is shorter. */
export const addMonths = (day: LocalDay, months: number): LocalDay => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return format(Date.UTC(year, month - 1 + months, Math.min(date, last)));
};

/** Days from one day to another; 0 for the same day. */
export const daysBetween = (from: LocalDay, to: LocalDay): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** Monday is 1, Sunday 7 (ISO 8601). */
export const weekday = (day: LocalDay): number => new Date(day).getUTCDay() || 7;

/** Days on which a website's weeks may begin. */
export const WEEK_STARTS = ['monday', 'sunday'] as const;
export type WeekStart = (typeof WEEK_STARTS)[number];

/** The first day of the week that a day belongs to. */
export const startOfWeek = (day: LocalDay, weekStart: WeekStart = 'monday'): LocalDay =>
  addDays(day, weekStart === 'sunday' ? -(weekday(day) % 7) : 1 - weekday(day));

/** True for a day that exists: `2026-02-30` doesn't, and there was no year 0. */
export const isLocalDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !text.startsWith('0000') &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/** Rollups count quarters of an hour: every zone in use starts its days on one. */
export const QUARTER_MS = 15 * 60_000;
const CACHE_SIZE = 50_000;

/**
 * Since this year every zone changes its offset on a full quarter of an hour. Newfoundland's clocks
 * went back at 00:01 until 2011, and zones before 1972 were minutes and seconds off.
 */
const WHOLE_QUARTERS_SINCE = Date.UTC(2012, 0, 1);

const days = new Map<string, LocalDay>();

const exactDay = (zone: string, instant: number): LocalDay =>
  new Date(toWallClock(zone, instant)).toISOString().slice(0, 10);

/**
 * The calendar day in a zone at an instant (milliseconds since 1970). Remembered by quarter of an
 * hour, as the writer asks for it with every hit.
 */
export const localDay = (zone: string, instant: number): LocalDay => {
  if (zone === 'UTC') return utcDay(instant);
  if (instant < WHOLE_QUARTERS_SINCE) return exactDay(zone, instant);
  const quarter = Math.floor(instant / QUARTER_MS);
  const key = `${quarter} ${zone}`;
  const known = days.get(key);
  if (known !== undefined) return known;
  if (days.size >= CACHE_SIZE) days.clear();
  const day = exactDay(zone, quarter * QUARTER_MS);
  days.set(key, day);
  return day;
};

let lastUtc = { number: NaN, day: '' };

/** The day of an instant in UTC. */
export const utcDay = (instant: number): LocalDay => {
  const number = Math.floor(instant / DAY);
  if (number !== lastUtc.number) lastUtc = { number, day: new Date(instant).toISOString().slice(0, 10) };
  return lastUtc.day;
};

const starts = new Map<string, number>();

/**
 * The instant at which a day begins in a zone: midnight, or the first second after a jump over
 * midnight. Remembered: a year's chart asks for the same hundreds of days each time, and each takes
 * about 30 µs to work out.
 */
export const startOfDay = (zone: string, day: LocalDay): number => {
  const key = `${day} ${zone}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  if (starts.size >= CACHE_SIZE) starts.clear();
  const start = fromWallClock(zone, Date.parse(`${day}T00:00:00Z`));
  starts.set(key, start);
  return start;
};
