import { lengthInDays } from '../calendar/date-range.ts';
import type { DateRange } from '../calendar/date-range.ts';

/** How many days of a range lie in stretches of days that don't overlap. */
export const daysWithin = (stretches: readonly DateRange[], range: DateRange): number =>
  stretches.reduce((sum, { from, to }) => {
    const part = { from: from > range.from ? from : range.from, to: to < range.to ? to : range.to };
    return part.from > part.to ? sum : sum + lengthInDays(part);
  }, 0);
