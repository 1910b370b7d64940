import type { Language } from '@platform/errors';

import { METRICS } from './metrics.ts';
import type { Formula, MetricDefinition, Unit, Sum, Sums } from './metrics.ts';

type Definition = (typeof METRICS)[number];

/** Metric that can be requested. */
export type Metric = Definition['id'];

export const METRIC_IDS: readonly Metric[] = METRICS.map(({ id }) => id);

/**
 * Values by metric. A mean over nothing (the bounce rate of no visit) is null, a count of nothing
 * 0.
 */
export type MetricValues = Partial<Record<Metric, number | null>>;

const GERMAN_TITLES: Readonly<Record<Metric, string>> = {
  visitors: 'Besucher',
  visits: 'Besuche',
  pageviews: 'Seitenaufrufe',
  views_per_visit: 'Aufrufe je Besuch',
  bounce_rate: 'Absprungrate',
  visit_duration: 'Besuchsdauer',
  engaged_time: 'Zeit auf der Seite',
  scroll_depth: 'Scrolltiefe',
  events: 'Ereignisse',
};

const BY_ID: ReadonlyMap<string, MetricDefinition> = new Map(METRICS.map((metric) => [metric.id, metric]));

/** The definition of a metric. */
export const metricDefinition = (metric: Metric): MetricDefinition => {
  const definition = BY_ID.get(metric);
  if (definition === undefined) throw new Error(`unknown metric ${metric}`);
  return definition;
};

/** The formula of a metric; the store sorts by it. */
export const formulaOf = (metric: Metric): Formula => metricDefinition(metric).formula;

export const unitOf = (metric: Metric): Unit => metricDefinition(metric).unit;

export const metricTitle = (metric: Metric, language: Language = 'en'): string =>
  language === 'de' ? GERMAN_TITLES[metric] : metricDefinition(metric).title;

/**
 * Divides sums into a metric: bounce rate from 0 to 1, times in seconds, scroll depth in percent.
 * @param isExact leaves out the rounding, for other figures that are made of it
 * @returns null for a mean over nothing, and for a time or depth that no client measured
 */
export const metricOf = (sums: Sums, metric: Metric, isExact = false): number | null => {
  const { formula, isMeasured = false } = metricDefinition(metric);
  const { numerator, denominator, scale = 1, digits } = formula;
  if (denominator === undefined) return sums[numerator];
  // Where nothing was measured at all, nobody knows; 0 would be a measurement.
  const isUnknown = sums[denominator] === 0 || (isMeasured && sums[numerator] === 0);
  if (isUnknown) return null;
  const value = (sums[numerator] / sums[denominator]) * scale;
  return isExact ? value : Number(value.toFixed(digits));
};

/** Divides sums into all the metrics asked for. */
export const metricsOf = (sums: Sums, metrics: readonly Metric[], isExact?: boolean): MetricValues =>
  Object.fromEntries(metrics.map((metric) => [metric, metricOf(sums, metric, isExact)]));

/** The sums that metrics are made of. */
export const sumsOf = (metrics: readonly Metric[]): ReadonlySet<Sum> =>
  new Set(
    metrics.flatMap((metric) => {
      const { numerator, denominator } = formulaOf(metric);
      return denominator === undefined ? [numerator] : [numerator, denominator];
    }),
  );
