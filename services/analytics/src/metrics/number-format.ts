import type { Unit } from './metric.ts';
import { unitOf } from './metric-values.ts';
import type { Metric } from './metric-values.ts';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const tenths = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** `1,234,567`. */
export const formatCount = (value: number): string => whole.format(value);

/** `987`, `12.3K`, `4.56M`: for tiles and axes. */
export const formatCompact = (value: number): string =>
  value < 10_000 ? whole.format(value) : compact.format(value);

/** @param share 0 to 1 */
export const formatPercent = (share: number): string => percent.format(share);

/** One decimal at most: `2.4`. */
export const formatTenths = (value: number): string => tenths.format(value);

/**
 * `0s`, `45s`, `3m 05s`, `2h 07m`. @param seconds rounded to whole ones first, so that 59.6 is a
 * minute
 */
export const formatDuration = (seconds: number): string => {
  const rounded = Math.round(seconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  if (rounded < 60) return `${rounded}s`;
  if (rounded < 3600) return `${Math.floor(rounded / 60)}m ${two(rounded % 60)}s`;
  return `${Math.floor(rounded / 3600)}h ${two(Math.floor((rounded % 3600) / 60))}m`;
};

/**
 * Change against an earlier value: `+12%`, `−4%`, `0%`; null when there is nothing to compare with, such
 * as a mean of nothing.
 */
export const formatChange = (
  now: number | null | undefined,
  before: number | null | undefined,
): string | null => {
  if (now === null || now === undefined || !before) return null;
  const change = Math.round((now / before - 1) * 100);
  const sign = change > 0 ? '+' : change < 0 ? '−' : '';
  return `${sign}${formatCount(Math.abs(change))}%`;
};

const FORMATS: Readonly<Record<Unit, (value: number) => string>> = {
  count: formatCompact,
  ratio: formatTenths,
  share: formatPercent,
  percent: (value) => formatPercent(value / 100),
  seconds: formatDuration,
};

/** A metric's value as people read it; a dash for a mean of nothing. */
export const formatMetric = (metric: Metric, value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : FORMATS[unitOf(metric)](value);
