import { invalid } from '@platform/errors';

import type { Metric, MetricValues } from '../metrics/metric-values.ts';

/** A metric of Plausible's, and how it is made of ours. */
interface PlausibleMetric {
  readonly metric: Metric;
  readonly toNumber: (value: number | null) => number | null;
}

const same = (value: number | null): number | null => value;
const rounded = (value: number | null): number | null => value && Math.round(value);

const METRICS: Readonly<Record<string, PlausibleMetric>> = {
  visitors: { metric: 'visitors', toNumber: same },
  visits: { metric: 'visits', toNumber: same },
  pageviews: { metric: 'pageviews', toNumber: same },
  events: { metric: 'events', toNumber: same },
  views_per_visit: { metric: 'views_per_visit', toNumber: same },
  bounce_rate: { metric: 'bounce_rate', toNumber: (value) => value && Math.round(value * 100) },
  visit_duration: { metric: 'visit_duration', toNumber: rounded },
  time_on_page: { metric: 'engaged_time', toNumber: rounded },
  scroll_depth: { metric: 'scroll_depth', toNumber: rounded },
};

/** The names of Plausible's metrics that can be asked for. */
const NAMES = Object.keys(METRICS);

const find = (name: string): PlausibleMetric => {
  const found = Object.hasOwn(METRICS, name) ? METRICS[name] : undefined;
  if (found === undefined)
    throw invalid([
      { field: 'metrics', message: `Unknown metric "${name.slice(0, 60)}". There are: ${NAMES.join(', ')}` },
    ]);
  return found;
};

/** Our metric of a name of Plausible's. @throws AppError `invalid` for an unknown name */
export const metricNamed = (name: string): Metric => find(name).metric;

/** Our metrics of some names of Plausible's, each once. @throws AppError `invalid` */
export const metricsNamed = (names: readonly string[]): readonly Metric[] => [
  ...new Set(names.map(metricNamed)),
];

/** The values of metrics as Plausible writes them: percents and whole seconds. */
export const plausibleValues = (names: readonly string[], values: MetricValues): readonly (number | null)[] =>
  names.map((name) => {
    const { metric, toNumber } = find(name);
    return toNumber(values[metric] ?? null);
  });
