import { invalid } from '@platform/errors';

import { lengthInDays } from '../calendar/date-range.ts';
import type { DateRange } from '../calendar/date-range.ts';
import { addDays } from '../calendar/local-day.ts';
import { MAX_DAYS } from './stats-schema.ts';
import type { RangeQuery } from './stats-schema.ts';

/** @throws AppError `invalid` for a range that is reversed or too long */
export const checkedRange = (range: DateRange, field: string): DateRange => {
  if (range.to < range.from) throw invalid([{ field, message: `${field} must not be before the first day` }]);
  if (lengthInDays(range) > MAX_DAYS)
    throw invalid([{ field, message: `${field} must be within ${MAX_DAYS} days of the first day` }]);
  return range;
};

/** The days of a query: so many up to its last one, or up to today, where it doesn’t say. */
export const explicitRange = (query: RangeQuery, now: string, days: number): DateRange => {
  const to = query.to ?? (query.from !== undefined && query.from > now ? query.from : now);
  return checkedRange({ from: query.from ?? addDays(to, 1 - days), to }, 'to');
};
