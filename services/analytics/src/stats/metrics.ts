/** What can be asked for. The full definitions are in docs/metrics.md. */
export const METRICS = [
  'visitors',
  'visits',
  'pageviews',
  'events',
  'bounce_rate',
  'visit_duration',
  'views_per_visit',
  'engaged_time',
  'scroll_depth',
] as const;
export type Metric = (typeof METRICS)[number];

/** Values by metric. A mean over nothing (the bounce rate of no visit) is null, a count of nothing is 0. */
export type MetricValues = Partial<Record<Metric, number | null>>;

/** What all metrics are made of. The store answers with sums, the division comes last. */
export const SUMS = [
  'visitors',
  'visits',
  /** Visits with one page view and no event. */
  'bounces',
  /** Whole seconds from the first to the last event, over the visits. */
  'duration',
  'pageviews',
  'events',
  /** Milliseconds in which the page was visible and used. */
  'engaged',
  /** Percents that pages were scrolled, summed over the page views. */
  'scroll',
] as const;
export type Sum = (typeof SUMS)[number];
export type Sums = Readonly<Record<Sum, number>>;

export const NO_SUMS: Sums = {
  visitors: 0,
  visits: 0,
  bounces: 0,
  duration: 0,
  pageviews: 0,
  events: 0,
  engaged: 0,
  scroll: 0,
};

interface Formula {
  readonly numerator: Sum;
  readonly denominator?: Sum;
  /** The quotient is multiplied by it: milliseconds become seconds. */
  readonly scale?: number;
  readonly digits: number;
}

/** Each metric is a sum or the quotient of two; the store sorts by the same table. */
export const FORMULAS: Readonly<Record<Metric, Formula>> = {
  visitors: { numerator: 'visitors', digits: 0 },
  visits: { numerator: 'visits', digits: 0 },
  pageviews: { numerator: 'pageviews', digits: 0 },
  events: { numerator: 'events', digits: 0 },
  bounce_rate: { numerator: 'bounces', denominator: 'visits', digits: 4 },
  visit_duration: { numerator: 'duration', denominator: 'visits', digits: 1 },
  views_per_visit: { numerator: 'pageviews', denominator: 'visits', digits: 2 },
  engaged_time: { numerator: 'engaged', denominator: 'pageviews', scale: 1 / 1000, digits: 1 },
  scroll_depth: { numerator: 'scroll', denominator: 'pageviews', digits: 1 },
};

/** Divides sums into a metric: bounce rate from 0 to 1, times in seconds, scroll depth in percent. */
export const metricOf = (sums: Sums, metric: Metric): number | null => {
  const { numerator, denominator, scale = 1, digits } = FORMULAS[metric];
  if (denominator === undefined) return sums[numerator];
  return sums[denominator] === 0
    ? null
    : Number(((sums[numerator] / sums[denominator]) * scale).toFixed(digits));
};

/** Divides sums into all the asked metrics. */
export const metricsOf = (sums: Sums, metrics: readonly Metric[]): MetricValues =>
  Object.fromEntries(metrics.map((metric) => [metric, metricOf(sums, metric)]));

/** The sums that metrics are made of. */
export const sumsOf = (metrics: readonly Metric[]): ReadonlySet<Sum> =>
  new Set(
    metrics.flatMap((metric) => {
      const { numerator, denominator } = FORMULAS[metric];
      return denominator === undefined ? [numerator] : [numerator, denominator];
    }),
  );
