/** A day of a calendar as `YYYY-MM-DD`. */
export type Day = string;

const DAY_MS = 86_400_000;

/** Days since 1970-01-01. */
export const dayNumber = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

export const addDays = (day: Day, count: number): Day =>
  new Date((dayNumber(day) + count) * DAY_MS).toISOString().slice(0, 10);

/** Saturday or Sunday. */
export const isWeekend = (day: Day): boolean =>
  [0, 6].includes(new Date(dayNumber(day) * DAY_MS).getUTCDay());

const formatters = new Map<string, Intl.DateTimeFormat>();

/** What clocks of a zone show at an instant, as if it were UTC; both in milliseconds since 1970. */
const wallClock = (zone: string, instant: number): number => {
  const formatter =
    formatters.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formatters.set(zone, formatter);
  return Date.parse(`${formatter.format(instant).replace(' ', 'T')}Z`);
};

/** The day that calendars of a zone show at an instant. */
export const localDay = (zone: string, instant: number): Day =>
  new Date(wallClock(zone, instant)).toISOString().slice(0, 10);

const starts = new Map<string, number>();

/** The first instant of a day in a zone, milliseconds since 1970. */
export const startOfDay = (zone: string, day: Day): number => {
  const key = `${zone} ${day}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  const midnight = dayNumber(day) * DAY_MS;
  // The offset an hour or so away may be another one, so it is asked for twice.
  let instant = midnight;
  for (let turn = 0; turn < 2; turn += 1) instant = midnight - (wallClock(zone, instant) - instant);
  // Where clocks skip midnight the day begins an hour later.
  while (localDay(zone, instant) < day) instant += 900_000;
  starts.set(key, instant);
  return instant;
};
