import { createRandom, seedFrom, createPicker } from './random.ts';
import type { Picker } from './random.ts';

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

/** Returns the wall-clock time of a zone at an instant, as if in UTC; both in milliseconds since 1970. */
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

/** Times at which the audience of a website is active. */
export interface Rhythm {
  /** Share of an average day's visits that a Saturday or Sunday has. */
  readonly weekend: number;
  /** Picks the local hour in which a visit begins, 0…23. */
  readonly pickHour: Picker<number>;
  readonly pickWeekendHour: Picker<number>;
}

const hours = (weights: readonly number[]): Picker<number> =>
  createPicker(weights.map((weight, hour) => [hour, weight]));

const WORK = [3, 2, 2, 1, 2, 3, 6, 12, 24, 32, 34, 31, 25, 29, 33, 32, 28, 22, 16, 14, 13, 12, 9, 5];
const LEISURE = [8, 5, 3, 2, 2, 3, 6, 10, 13, 15, 16, 17, 19, 18, 17, 17, 19, 22, 26, 31, 34, 32, 24, 14];
const WEEKEND = [10, 7, 5, 3, 2, 3, 4, 7, 12, 18, 23, 25, 25, 25, 25, 24, 24, 24, 25, 26, 27, 25, 20, 14];

/** Websites for work, for spare time, and in between. */
export const RHYTHMS = [
  { weekend: 0.42, pickHour: hours(WORK), pickWeekendHour: hours(WEEKEND) },
  { weekend: 0.75, pickHour: hours(WORK), pickWeekendHour: hours(WEEKEND) },
  { weekend: 1.2, pickHour: hours(LEISURE), pickWeekendHour: hours(WEEKEND) },
] as const satisfies readonly Rhythm[];

/** Average growth in a year. */
const GROWTH = 0.3;
/** The day on which a website has exactly its average number of visits. */
const BASE_DAY = dayNumber('2026-06-01');
const SPIKE_CHANCE = 1 / 70;

export interface DayLoad {
  readonly visits: number;
  /** Something was shared widely: more visits, most of them from one place. */
  readonly isSpike: boolean;
}

/**
 * How many visits a website has on a day: its average, the weekday, growth, chance, and now and
 * then a spike.
 */
export const loadOf = (
  site: { seed: number; visitsPerDay: number; rhythm: Pick<Rhythm, 'weekend'> },
  day: Day,
): DayLoad => {
  const number = dayNumber(day);
  const random = createRandom(seedFrom(site.seed, 2, number));
  const { weekend } = site.rhythm;
  // Weekdays and weekends together make an average week.
  const weekday = isWeekend(day) ? (7 * weekend) / (5 + 2 * weekend) : 7 / (5 + 2 * weekend);
  const growth = (1 + GROWTH) ** ((number - BASE_DAY) / 365);
  const isSpike = random.chance(SPIKE_CHANCE);
  const expected = site.visitsPerDay * weekday * growth * random.logNormal(1, 0.08) * (isSpike ? 2.2 : 1);
  // Small websites have days without a visit.
  const visits = Math.floor(expected) + (random.chance(expected % 1) ? 1 : 0);
  return { visits, isSpike };
};
