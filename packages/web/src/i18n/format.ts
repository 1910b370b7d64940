import { language } from './spoken.ts';

/** A number as readers of the language write it. */
export const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(language.value, options).format(value);

/** A share such as 0.123 in percent. */
export const formatShare = (value: number): string =>
  formatNumber(value, { style: 'percent', maximumFractionDigits: 1 });

/**
 * A contrast ratio. The API has rounded it down to two decimals, so that none looks better than it
 * is; rounding down once more would take 1.16 for 1.15, as no double is exactly either.
 */
export const formatRatio = (ratio: number): string =>
  formatNumber(ratio, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The time of day to the second, in the viewer's own zone. */
export const formatClock = (iso: string): string =>
  new Intl.DateTimeFormat(language.value, { timeStyle: 'medium' }).format(new Date(iso));

/** The day of a time in the viewer's own zone. */
export const formatDay = (iso: string): string =>
  new Intl.DateTimeFormat(language.value, { dateStyle: 'medium' }).format(new Date(iso));

/** A point in time in the viewer's own zone. */
export const formatTime = (iso: string): string =>
  new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
