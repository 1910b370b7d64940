import { addDays, addMonths } from '../../calendar/local-day.ts';
import type { LocalDay } from '../../calendar/local-day.ts';
import type { DateRange } from '../../calendar/date-range.ts';
import { lastSettledDay } from './settled-days.ts';

/** First days of the whole months in a range that are over and settled. */
export const settledMonths = (range: DateRange, today: LocalDay): readonly LocalDay[] => {
  const months: LocalDay[] = [];
  const settled = lastSettledDay(today);
  let month = range.from.endsWith('-01') ? range.from : `${addMonths(range.from, 1).slice(0, 8)}01`;
  for (; ; month = addMonths(month, 1)) {
    const last = addDays(addMonths(month, 1), -1);
    if (last > range.to || last > settled) return months;
    months.push(month);
  }
};
