import { invalid } from '@platform/errors';

import type { Metric, MetricValues } from '../metrics/metric-values.ts';

/** Plausible metric, and how it is made from ours. */
interface PlausibleMetric {
  readonly of: readonly Metric[];
  readonly valueOf: (values: MetricValues) => number | null;
}

const one = (
  metric: Metric,
  toNumber: (value: number | null) => number | null = (value) => value,
): PlausibleMetric => ({
  of: [metric],
  valueOf: (values) => toNumber(values[metric] ?? null),
});
const rounded = (value: number | null): number | null => value && Math.round(value);

/** Revenue metrics of conversions; their values are not numbers. */
const REVENUES = ['total_revenue', 'average_revenue'] as const;
export type RevenueMetric = (typeof REVENUES)[number];
export const isRevenue = (name: string): name is RevenueMetric =>
  (REVENUES as readonly string[]).includes(name);

/** Shares of the visitors of a wider question. */
export const RATES = ['percentage', 'conversion_rate', 'group_conversion_rate'] as const;
export type Rate = (typeof RATES)[number];
export const isRate = (name: string): name is Rate => (RATES as readonly string[]).includes(name);

const METRICS: Readonly<Record<string, PlausibleMetric>> = {
  visitors: one('visitors'),
  visits: one('visits'),
  pageviews: one('pageviews'),
  // Page views are events there; of a question about one kind, the other is 0.
  events: {
    of: ['pageviews', 'events'],
    valueOf: ({ pageviews, events }) => (pageviews ?? 0) + (events ?? 0),
  },
  views_per_visit: one('views_per_visit', (value) => value && Number(value.toFixed(2))),
  bounce_rate: one('bounce_rate', (value) => value && Math.round(value * 100)),
  visit_duration: one('visit_duration', rounded),
  time_on_page: one('engaged_time', rounded),
  scroll_depth: one('scroll_depth', rounded),
};

/** The names of Plausible's metrics that can be asked for. */
const NAMES = [...Object.keys(METRICS), ...RATES, ...REVENUES];

const find = (name: string): PlausibleMetric => {
  if (isRate(name)) return one('visitors');
  if (isRevenue(name)) return { of: [], valueOf: () => null };
  const found = Object.hasOwn(METRICS, name) ? METRICS[name] : undefined;
  if (found === undefined)
    throw invalid([
      { field: 'metrics', message: `Unknown metric "${name.slice(0, 60)}". There are: ${NAMES.join(', ')}` },
    ]);
  return found;
};

/** Our metrics of a name of Plausible's. @throws AppError `invalid` for an unknown name */
export const metricsOf = (name: string): readonly Metric[] => find(name).of;

/** Our metrics of some names of Plausible's, each once, and at least one. @throws AppError `invalid` */
export const metricsNamed = (names: readonly string[]): readonly Metric[] => {
  const metrics = [...new Set(names.flatMap(metricsOf))];
  return metrics.length === 0 ? ['visitors'] : metrics;
};

/** The value of a metric as Plausible writes it: percents and whole seconds. Of a rate: its visitors. */
export const plausibleValue = (name: string, values: MetricValues): number | null =>
  find(name).valueOf(values);

export const GOAL = 'event:goal';

/** True for a dimension of time. */
export const isInTime = (name: string): boolean => name === 'time' || name.startsWith('time:');

/** Question for the visitors that a rate is a share of. */
export interface Whole {
  readonly dimensions: readonly string[];
  /**
   * Visitors to count: `all` are those of the question, without its parts; `any` whether they
   * converted or not; `group` the same within a part.
   */
  readonly of: 'all' | 'any' | 'group';
}

const WHOLES: Readonly<Record<Rate, (dimensions: readonly string[]) => Whole>> = {
  percentage: () => ({ dimensions: [], of: 'all' }),
  conversion_rate: (dimensions) => ({ dimensions: dimensions.filter(isInTime), of: 'any' }),
  group_conversion_rate: (dimensions) => ({
    dimensions: dimensions.filter((name) => name !== GOAL),
    of: 'group',
  }),
};

/**
 * Returns the whole that each rate among some metrics is a share of.
 * @throws AppError `invalid` for a rate of conversions without a goal, and shares without a dimension
 */
export const wholesOf = (
  metrics: readonly string[],
  dimensions: readonly string[],
  { asksForGoal, isPart }: { readonly asksForGoal: boolean; readonly isPart: boolean },
): ReadonlyMap<string, Whole> => {
  const refuse = (message: string) => invalid([{ field: 'metrics', message }]);
  return new Map(
    metrics.filter(isRate).map((name) => {
      if (name === 'percentage' && dimensions.length === 0 && !isPart)
        throw refuse('percentage needs a dimension');
      if (name !== 'percentage' && !asksForGoal && !dimensions.includes(GOAL))
        throw refuse(`${name} needs an event:goal filter or dimension`);
      return [name, WHOLES[name](dimensions)];
    }),
  );
};

/** Percent with a digit, as Plausible rounds; 0 of nobody. */
export const shareOf = (part: number | null, whole: number): number =>
  whole === 0 ? 0 : Math.round(((part ?? 0) / whole) * 1_000) / 10;

/** An amount as Plausible writes it. */
export interface Money {
  readonly value: number;
  /** As the events give it; null if they don’t. */
  readonly currency: string | null;
  /** `$96.3M` */
  readonly short: string;
  /** `$96,336,315.00` */
  readonly long: string;
}

/** Why there is no revenue. */
export interface RevenueWarning {
  readonly code: 'no_revenue_goals_matching' | 'no_single_revenue_currency';
  readonly warning: string;
}

export const NO_REVENUE: RevenueWarning = {
  code: 'no_revenue_goals_matching',
  warning: 'Revenue metrics are null as there are no matching revenue goals.',
};

export const MANY_CURRENCIES: RevenueWarning = {
  code: 'no_single_revenue_currency',
  warning: 'Revenue metrics are null as there are multiple currencies for the selected event:goals.',
};

const formatted = (value: number, currency: string | null, isShort: boolean): string => {
  const options: Intl.NumberFormatOptions = isShort
    ? { notation: 'compact', maximumFractionDigits: 1, minimumFractionDigits: 0 }
    : { minimumFractionDigits: 2 };
  // Visitors' browsers say what the currency is: it may be anything.
  if (currency !== null && /^[A-Z]{3}$/.test(currency))
    return new Intl.NumberFormat('en-US', {
      ...options,
      ...(isShort ? {} : { minimumFractionDigits: undefined }),
      style: 'currency',
      currency,
    }).format(value);
  const number = new Intl.NumberFormat('en-US', options).format(value);
  return currency === null ? number : `${number} ${currency}`;
};

/** An amount of a currency, with the texts that people read. */
export const toMoney = (amount: number, currency: string | null): Money => {
  const value = Number(amount.toFixed(2));
  return {
    value,
    currency,
    short: formatted(value, currency, true),
    long: formatted(value, currency, false),
  };
};
