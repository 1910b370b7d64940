import type { Language } from '@platform/errors';

import { addDays, addMonths, daysBetween, isLocalDay, startOfWeek, startOfDay } from './local-day.ts';
import type { LocalDay, WeekStart } from './local-day.ts';

const formatsIn = (locale: string) => ({
  day: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  fullDay: new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }),
});

const FORMATS = { en: formatsIn('en-GB'), de: formatsIn('de') };

/** `3 Mar – 9 Mar 2026`. */
export const formatRange = ({ from, to }: DateRange, language: Language = 'en'): string => {
  const { day, fullDay } = FORMATS[language];
  const end = fullDay.format(new Date(to));
  if (from === to) return end;
  const start = from.slice(0, 4) === to.slice(0, 4) ? day : fullDay;
  return `${start.format(new Date(from))} – ${end}`;
};

/** Intervals into which a range can be cut. */
export const INTERVALS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Whole days of the site's calendar, both ends included. */
export interface DateRange {
  readonly from: LocalDay;
  readonly to: LocalDay;
}

/** A range as instants in milliseconds since 1970; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The days a range may hold. Other years hold no data or lose their four digits. */
export const FIRST_DAY: LocalDay = '1970-01-01';
export const LAST_DAY: LocalDay = '2099-12-31';

/** True for a day that exists and a range may hold. */
export const isRangeDay = (text: string): boolean =>
  isLocalDay(text) && text >= FIRST_DAY && text <= LAST_DAY;

/** Named ranges, each relative to the site's present day. */
export const PRESETS = [
  'today',
  'yesterday',
  '7d',
  '28d',
  '30d',
  '91d',
  '12mo',
  'week',
  'month',
  'last_month',
  'year',
  'last_year',
  'all',
] as const;
export type Preset = (typeof PRESETS)[number];

export const COMPARISONS = ['previous_period', 'previous_year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

const firstOfMonth = (date: LocalDay): LocalDay => `${date.slice(0, 8)}01`;
const firstOfYear = (date: LocalDay): LocalDay => `${date.slice(0, 5)}01-01`;

/** Facts that the days of a preset depend on. */
interface PresetDays {
  readonly today: LocalDay;
  /** The first day with data; today unless given. */
  readonly since?: LocalDay | undefined;
  /** Monday unless given. */
  readonly weekStart?: WeekStart | undefined;
}

/**
 * The days of a preset. `7d`, `28d`, `30d` and `91d` end today, inclusive; `12mo` is this month and
 * the eleven before it; `all` begins on `since`, the first day with data.
 */
export const presetRange = (preset: Preset, { today, since = today, weekStart }: PresetDays): DateRange => {
  const month = firstOfMonth(today);
  const year = firstOfYear(today);
  const ranges: Record<Preset, () => DateRange> = {
    today: () => ({ from: today, to: today }),
    yesterday: () => ({ from: addDays(today, -1), to: addDays(today, -1) }),
    '7d': () => ({ from: addDays(today, -6), to: today }),
    '28d': () => ({ from: addDays(today, -27), to: today }),
    '30d': () => ({ from: addDays(today, -29), to: today }),
    '91d': () => ({ from: addDays(today, -90), to: today }),
    '12mo': () => ({ from: addMonths(month, -11), to: today }),
    week: () => ({ from: startOfWeek(today, weekStart), to: today }),
    month: () => ({ from: month, to: today }),
    last_month: () => ({ from: addMonths(month, -1), to: addDays(month, -1) }),
    year: () => ({ from: year, to: today }),
    last_year: () => ({ from: addMonths(year, -12), to: addDays(year, -1) }),
    all: () => ({ from: since < today ? since : today, to: today }),
  };
  return ranges[preset]();
};

/** Number of days in a range. */
export const lengthInDays = (range: DateRange): number => daysBetween(range.from, range.to) + 1;

/** Each day of a range, in order. */
export const daysOf = (range: DateRange): readonly LocalDay[] =>
  Array.from({ length: lengthInDays(range) }, (_, index) => addDays(range.from, index));

/** Joins distinct days in order into ranges: adjacent ones become one. */
export const rangesOf = (days: readonly LocalDay[]): readonly DateRange[] => {
  const ranges: { from: LocalDay; to: LocalDay }[] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    if (last && addDays(last.to, 1) === day) last.to = day;
    else ranges.push({ from: day, to: day });
  }
  return ranges;
};

/**
 * The range to compare with. `previous_period` is the same number of days right before, or the same
 * number of whole months for a range of whole months; `previous_year` is the same dates a year
 * earlier, 29 February becoming 28 February. Days that are named are those, however many.
 */
export const comparisonRange = (range: DateRange, comparison: Comparison | DateRange): DateRange => {
  if (typeof comparison === 'object') return comparison;
  if (comparison === 'previous_year')
    return { from: addMonths(range.from, -12), to: addMonths(range.to, -12) };
  const next = addDays(range.to, 1);
  if (range.from.endsWith('-01') && next.endsWith('-01')) {
    const [fromYear = 0, fromMonth = 0] = range.from.split('-').map(Number);
    const [toYear = 0, toMonth = 0] = next.split('-').map(Number);
    const months = (toYear - fromYear) * 12 + toMonth - fromMonth;
    return { from: addMonths(range.from, -months), to: addDays(range.from, -1) };
  }
  return { from: addDays(range.from, -lengthInDays(range)), to: addDays(range.from, -1) };
};

/** The instants of a range in the site's zone: a day has 23, 24 or 25 hours. */
export const spanOf = (range: DateRange, zone: string): Span => ({
  start: startOfDay(zone, range.from),
  end: startOfDay(zone, addDays(range.to, 1)),
});
