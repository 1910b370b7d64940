import type { Language } from '@platform/errors';
import type { Comparison, DateRange, Preset, Interval } from './date-range.ts';

export const PERIOD_TITLES: Readonly<Record<Preset, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7d': '7 days',
  '28d': '28 days',
  '30d': '30 days',
  '91d': '91 days',
  '12mo': '12 months',
  week: 'This week',
  month: 'This month',
  last_month: 'Last month',
  year: 'This year',
  last_year: 'Last year',
  all: 'All time',
};

export const COMPARISON_TITLES: Readonly<Record<Comparison, string>> = {
  previous_period: 'Previous period',
  previous_year: 'Previous year',
};

const formatsIn = (locale: string) => ({
  day: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  fullDay: new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }),
  month: new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
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

/** A bucket's label as it stands under the chart. */
export const formatBucket = (interval: Interval, label: string, language: Language = 'en'): string => {
  switch (interval) {
    case 'minute':
    case 'hour':
      return label.slice(11, 16);
    case 'month':
      return FORMATS[language].month.format(new Date(`${label}-01`));
    case 'year':
      return label;
    default:
      return FORMATS[language].day.format(new Date(label));
  }
};
