import { invalid } from '@platform/errors';

import { isRangeDay } from '../calendar/date-range.ts';
import type { DateRange, Preset } from '../calendar/date-range.ts';
import { addDays, addMonths } from '../calendar/local-day.ts';
import { localDay } from '../calendar/zone-day.ts';

const refuse = (field: string, message: string) => invalid([{ field, message }]);

/** As many as Plausible takes. */
const MOST = { d: 5_000, mo: 100 } as const;

/** The number of days or months that a period such as `7d` or `6mo` has; 0 for none. */
const lastOf = (period: string, unit: keyof typeof MOST): number => {
  const [, digits = '', letters] = /^([1-9]\d{0,3})(d|mo)$/.exec(period) ?? [];
  return letters === unit && Number(digits) <= MOST[unit] ? Number(digits) : 0;
};

/** True for a period that is shown by month unless told otherwise. */
export const isOfMonths = (period: string): boolean => lastOf(period, 'mo') > 0;

/**
 * The days of a period of Plausible's that ends on, or holds, a day.
 * @throws AppError `invalid` for an unknown period
 */
export const periodRange = (period: string, day: string, field: string): DateRange | Preset => {
  if (period === 'day') return { from: day, to: day };
  if (period === 'all') return 'all';
  const days = lastOf(period, 'd');
  if (days > 0) return { from: addDays(day, 1 - days), to: day };
  const month = `${day.slice(0, 7)}-01`;
  const months = lastOf(period, 'mo');
  if (months > 0) return { from: addMonths(month, 1 - months), to: addDays(addMonths(month, 1), -1) };
  if (period === 'month') return { from: month, to: addDays(addMonths(month, 1), -1) };
  if (period === 'year') return { from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` };
  throw refuse(
    field,
    `Unknown ${field} "${period.slice(0, 40)}". There are: day, month, year, all, custom, and numbers of days (7d) and months (6mo)`,
  );
};

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** The day of an instant as `2024-01-01T12:00:00+02:00` in the website's zone; else the text itself. */
export const dayOfInstant = (text: unknown, timezone: string): unknown => {
  const instant = typeof text === 'string' && INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? text : localDay(timezone, instant);
};

/** Two days as a range. @throws AppError `invalid` for what is no day, and a range that is reversed */
export const customRange = (from: unknown, to: unknown, field: string): DateRange => {
  if (typeof from !== 'string' || typeof to !== 'string' || !isRangeDay(from) || !isRangeDay(to))
    throw refuse(field, `${field} must be two days such as 2024-01-01 and 2024-07-01`);
  if (to < from) throw refuse(field, `${field} must not end before it begins`);
  return { from, to };
};
