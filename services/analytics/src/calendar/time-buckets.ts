import { createTurns } from '@platform/runtime';

import type { Span, Interval } from './date-range.ts';
import { addDays, addMonths, startOfWeek, localDay, startOfDay } from './local-day.ts';
import type { LocalDay, WeekStart } from './local-day.ts';
import { toWallClock } from './wall-clock.ts';

/** The part of a website that says where its days and weeks begin. */
export interface Calendar {
  /** IANA name. */
  readonly timezone: string;
  /** Monday unless given. */
  readonly weekStart?: WeekStart | undefined;
}

/** The pieces into which an interval cuts a span. */
export interface TimeBuckets {
  /**
   * Start of each bucket, ascending; the first is the span's. The last bucket ends with the span.
   */
  readonly starts: readonly number[];
  /** First day of each bucket; empty for intervals shorter than a day. */
  readonly days: readonly LocalDay[];
  /** A bucket's name in answers: `2026-03-29T03:00:00+02:00`, `2026-03-29`, `2026-03`, `2026`. */
  readonly labels: readonly string[];
}

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;

const two = (value: number): string => String(value).padStart(2, '0');

/** ISO 8601 with the zone's offset, so that the hour that comes twice has two labels. */
const withOffset = (zone: string, instant: number): string => {
  const wall = toWallClock(zone, instant);
  const offset = Math.round((wall - instant) / MINUTE);
  const hours = two(Math.floor(Math.abs(offset) / 60));
  return `${new Date(wall).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${hours}:${two(Math.abs(offset) % 60)}`;
};

/**
 * The moment at which the zone's clock shows another hour. Clocks everywhere shift by whole quarters
 * of an hour; on Lord Howe Island by half an hour, so that in spring an hour begins at 02:30.
 */
const nextHour = (zone: string, instant: number): number => {
  const wall = toWallClock(zone, instant);
  if (wall % HOUR === 0 && toWallClock(zone, instant + HOUR) === wall + HOUR) return instant + HOUR;
  const hour = Math.floor(wall / HOUR);
  for (let next = instant + QUARTER; ; next += QUARTER) {
    const shown = toWallClock(zone, next);
    if (shown % HOUR === 0 || Math.floor(shown / HOUR) !== hour) return next;
  }
};

/** Makes buckets one by one, and returns all of them: a century has 36,600. */
type Cutting = Generator<undefined, TimeBuckets>;

const clockBuckets = function* (span: Span, interval: 'minute' | 'hour', zone: string): Cutting {
  const [starts, labels]: [number[], string[]] = [[], []];
  for (
    let start = span.start;
    start < span.end;
    start = interval === 'minute' ? start + MINUTE : nextHour(zone, start)
  ) {
    starts.push(start);
    labels.push(withOffset(zone, start));
    yield;
  }
  return { starts, labels, days: [] };
};

const LABEL_LENGTH = { day: 10, week: 10, month: 7, year: 4 };

const dayBuckets = function* (
  span: Span,
  interval: keyof typeof LABEL_LENGTH,
  { timezone: zone, weekStart }: Calendar,
): Cutting {
  const first = localDay(zone, span.start);
  const begin = {
    day: first,
    week: startOfWeek(first, weekStart),
    month: `${first.slice(0, 7)}-01`,
    year: `${first.slice(0, 4)}-01-01`,
  }[interval];
  const dayAt = (index: number): LocalDay => {
    if (interval === 'day') return addDays(begin, index);
    if (interval === 'week') return addDays(begin, index * 7);
    return addMonths(begin, interval === 'month' ? index : index * 12);
  };
  const buckets: { start: number; day: LocalDay; label: string }[] = [];
  for (let index = 0; ; index += 1) {
    const day = dayAt(index);
    const start = Math.max(startOfDay(zone, day), span.start);
    if (start >= span.end) break;
    // A day the zone skipped (Samoa, 30 December 2011) starts with the next day, which replaces it.
    if (buckets.at(-1)?.start === start) buckets.pop();
    buckets.push({ start, day: day < first ? first : day, label: day.slice(0, LABEL_LENGTH[interval]) });
    yield;
  }
  return {
    starts: buckets.map((bucket) => bucket.start),
    days: buckets.map((bucket) => bucket.day),
    labels: buckets.map((bucket) => bucket.label),
  };
};

const cut = (span: Span, interval: Interval, calendar: Calendar): Cutting =>
  interval === 'minute' || interval === 'hour'
    ? clockBuckets(span, interval, calendar.timezone)
    : dayBuckets(span, interval, calendar);

/** Cuts a span of whole days into intervals of a calendar. Weeks are named by their first day. */
export const timeBuckets = (span: Span, interval: Interval, calendar: Calendar): TimeBuckets => {
  const cutting = cut(span, interval, calendar);
  for (;;) {
    const { done, value } = cutting.next();
    if (done === true) return value;
  }
};

/** The same for spans of any length: other requests get their turn. */
export const timeBucketsInTurns = async (
  span: Span,
  interval: Interval,
  calendar: Calendar,
): Promise<TimeBuckets> => {
  const cutting = cut(span, interval, calendar);
  const turn = createTurns();
  for (;;) {
    const other = turn();
    if (other) await other;
    const { done, value } = cutting.next();
    if (done === true) return value;
  }
};
