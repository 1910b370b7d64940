import { language } from './spoken.ts';

/** Keeps formatters by their language and options: making one takes a hundred times as long as its use. */
const kept = <Options, Format>(
  make: (locale: string, options: Options) => Format,
): ((options: Options) => Format) => {
  const made = new Map<string, Format>();
  return (options) => {
    const key = JSON.stringify([language.value, options]);
    const format = made.get(key) ?? make(language.value, options);
    made.set(key, format);
    return format;
  };
};

const numberFormat = kept(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

/** How readers of the language write times. */
export const dateFormat = kept(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

/** How readers of the language call countries and languages. */
export const displayNames = kept(
  (locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options),
);

/** A number as readers of the language write it. */
export const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  numberFormat(options).format(value);

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
export const formatClock = (iso: string): string => dateFormat({ timeStyle: 'medium' }).format(new Date(iso));

/** The day of a time in the viewer's own zone. */
export const formatDay = (iso: string): string => dateFormat({ dateStyle: 'medium' }).format(new Date(iso));

/** A point in time in the viewer's own zone. */
export const formatTime = (iso: string): string =>
  dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
