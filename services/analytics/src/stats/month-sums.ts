import { addDays, addMonths } from './zone.ts';
import type { LocalDate } from './zone.ts';
import type { DateRange } from './date-range.ts';
import { lastSettledDay } from './settled-days.ts';

/** First days of the whole months in a range that are over and settled. */
export const settledMonths = (range: DateRange, today: LocalDate): readonly LocalDate[] => {
  const months: LocalDate[] = [];
  const settled = lastSettledDay(today);
  let month = range.from.endsWith('-01') ? range.from : `${addMonths(range.from, 1).slice(0, 8)}01`;
  for (; ; month = addMonths(month, 1)) {
    const last = addDays(addMonths(month, 1), -1);
    if (last > range.to || last > settled) return months;
    months.push(month);
  }
};

/** What is left of a range without some of its months, as few ranges as possible. */
export const withoutMonths = (range: DateRange, months: readonly LocalDate[]): readonly DateRange[] => {
  const rest: DateRange[] = [];
  let from = range.from;
  for (const month of [...months].sort()) {
    if (month > from) rest.push({ from, to: addDays(month, -1) });
    from = addMonths(month, 1);
  }
  return from <= range.to ? [...rest, { from, to: range.to }] : rest;
};
