import { addDays, addMonths } from './local-day.ts';
import type { LocalDay } from './local-day.ts';
import type { DateRange } from './date-range.ts';

/** What is left of a range without some of its months, as few ranges as possible. */
export const withoutMonths = (range: DateRange, months: readonly LocalDay[]): readonly DateRange[] => {
  const rest: DateRange[] = [];
  let from = range.from;
  for (const month of [...months].sort()) {
    if (month > from) rest.push({ from, to: addDays(month, -1) });
    from = addMonths(month, 1);
  }
  return from <= range.to ? [...rest, { from, to: range.to }] : rest;
};
