import type { Language } from '@platform/errors';
import type { DateRange } from './date-range.ts';

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
