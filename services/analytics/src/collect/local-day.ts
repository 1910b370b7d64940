/** A day of a calendar as `YYYY-MM-DD`. */
export type LocalDay = string;

export const QUARTER_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
const CACHE_SIZE = 50_000;

const days = new Map<string, LocalDay>();
const formatters = new Map<string, Intl.DateTimeFormat>();

const formatterOf = (zone: string): Intl.DateTimeFormat => {
  const known = formatters.get(zone);
  if (known) return known;
  // Sweden writes dates as ISO 8601 does.
  const formatter = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formatters.set(zone, formatter);
  return formatter;
};

/**
 * The day of an instant in a zone. Remembered by quarter of an hour, as all zones in use change their day (and their
 * offset) on a full quarter.
 * @param instant milliseconds since 1970
 */
export const localDay = (zone: string, instant: number): LocalDay => {
  const quarter = Math.floor(instant / QUARTER_MS);
  if (zone === 'UTC') return utcDay(quarter * QUARTER_MS);
  const key = `${quarter} ${zone}`;
  const known = days.get(key);
  if (known !== undefined) return known;
  if (days.size >= CACHE_SIZE) days.clear();
  const day = formatterOf(zone).format(quarter * QUARTER_MS);
  days.set(key, day);
  return day;
};

let lastUtc = { number: NaN, day: '' };

/** The day of an instant in UTC. */
export const utcDay = (instant: number): LocalDay => {
  const number = Math.floor(instant / DAY_MS);
  if (number !== lastUtc.number) lastUtc = { number, day: new Date(instant).toISOString().slice(0, 10) };
  return lastUtc.day;
};

const shifted = (day: LocalDay, days: number): LocalDay =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The calendar day before. */
export const dayBefore = (day: LocalDay): LocalDay => shifted(day, -1);

/** The calendar day after. */
export const dayAfter = (day: LocalDay): LocalDay => shifted(day, 1);
