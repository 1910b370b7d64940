import type { Language } from '@platform/errors';

import { unitOf } from './metric-values.ts';
import type { Metric } from './metric-values.ts';
import type { Unit } from './metrics.ts';

const formatsIn = (locale: string) => ({
  whole: new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }),
  compact: new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 }),
  percent: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
  tenths: new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }),
});

const NUMBERS = { en: formatsIn('en'), de: formatsIn('de') };

/** `1,234,567`. */
export const formatCount = (value: number, language: Language = 'en'): string =>
  NUMBERS[language].whole.format(value);

/** `987`, `12.3K`, `4.56M`: for tiles and axes. */
export const formatCompact = (value: number, language: Language = 'en'): string =>
  NUMBERS[language][value < 10_000 ? 'whole' : 'compact'].format(value);

/** @param share 0 to 1 */
export const formatPercent = (share: number, language: Language = 'en'): string =>
  NUMBERS[language].percent.format(share);

/** One decimal at most: `2.4`. */
export const formatTenths = (value: number, language: Language = 'en'): string =>
  NUMBERS[language].tenths.format(value);

const UNITS = { en: ['s', 'm', 'h'], de: ['\u00a0s', '\u00a0min', '\u00a0h'] } as const;

/**
 * `0s`, `45s`, `3m 05s`, `2h 07m`. @param seconds rounded to whole ones first, so that 59.6 is a
 * minute
 */
export const formatDuration = (seconds: number, language: Language = 'en'): string => {
  const [s, m, h] = UNITS[language];
  const rounded = Math.round(seconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  if (rounded < 60) return `${rounded}${s}`;
  if (rounded < 3600) return `${Math.floor(rounded / 60)}${m} ${two(rounded % 60)}${s}`;
  return `${Math.floor(rounded / 3600)}${h} ${two(Math.floor((rounded % 3600) / 60))}${m}`;
};

/**
 * Change against an earlier value: `+12%`, `−4%`, `0%`; null when there is nothing to compare with, such
 * as a mean of nothing.
 */
export const formatChange = (
  now: number | null | undefined,
  before: number | null | undefined,
  language: Language = 'en',
): string | null => {
  if (now === null || now === undefined || !before) return null;
  const change = Math.round((now / before - 1) * 100);
  const sign = change > 0 ? '+' : change < 0 ? '−' : '';
  return `${sign}${formatCount(Math.abs(change), language)}${language === 'de' ? '\u00a0' : ''}%`;
};

const FORMATS: Readonly<Record<Unit, (value: number, language: Language) => string>> = {
  count: formatCompact,
  ratio: formatTenths,
  share: formatPercent,
  percent: (value, language) => formatPercent(value / 100, language),
  seconds: formatDuration,
};

/** A metric's value as people read it; a dash for a mean of nothing. */
export const formatMetric = (
  metric: Metric,
  value: number | null | undefined,
  language: Language = 'en',
): string => (value === null || value === undefined ? '–' : FORMATS[unitOf(metric)](value, language));
