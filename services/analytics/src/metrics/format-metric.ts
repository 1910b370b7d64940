import type { Unit } from './metric.ts';
import { unitOf } from './metric-values.ts';
import type { Metric } from './metric-values.ts';
import { formatCompact, formatDuration, formatPercent, formatTenths } from './number-format.ts';

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
