/** Sums that every metric is made of. The store returns sums; the division comes last. */
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

/** Makes sums of whatever gives each one's number. */
export const sumsFrom = (numberOf: (sum: Sum) => number): Sums => ({
  visitors: numberOf('visitors'),
  visits: numberOf('visits'),
  bounces: numberOf('bounces'),
  duration: numberOf('duration'),
  pageviews: numberOf('pageviews'),
  events: numberOf('events'),
  engaged: numberOf('engaged'),
  scroll: numberOf('scroll'),
});

export const NO_SUMS: Sums = sumsFrom(() => 0);

/** A visit's figures that tell whether it was a bounce. */
interface VisitCounts {
  readonly pageviews: number;
  readonly events: number;
  /** Of the events, those that the visitor did nothing for. */
  readonly passiveEvents: number;
}

/** Tells a bounce: a visit of one page view, and no event that its visitor did something for. */
export const isBounce = ({ pageviews, events, passiveEvents }: VisitCounts): boolean =>
  pageviews === 1 && events === passiveEvents;

/** The same rule in SQL, of a row `v` of `visits`. */
export const BOUNCE = 'v.pageviews = 1 AND v.events = v.passive_events';

/** Measures a visit in whole seconds, from its first hit to its last. Times are milliseconds since 1970. */
export const durationSeconds = (visit: { readonly startedAt: number; readonly lastAt: number }): number =>
  Math.floor((visit.lastAt - visit.startedAt) / 1000);

/** The same rule in SQL, of a row `v` of `visits`. */
export const DURATION = "floor(date_part('epoch', v.last_at - v.started_at))";

/** A sum, or the quotient of two. */
export interface Formula {
  readonly numerator: Sum;
  readonly denominator?: Sum;
  /** Multiplies the quotient: milliseconds become seconds. */
  readonly scale?: number;
  /** Decimals the value is rounded to. */
  readonly digits: number;
}

/** `share` is 0 to 1, `percent` 0 to 100; a `ratio` is shown with one decimal. */
export type Unit = 'count' | 'ratio' | 'share' | 'percent' | 'seconds';

/**
 * All there is to know about a metric. Schemas, sorting, tiles, the chart's axis and the
 * documentation derive from it.
 */
export interface MetricDefinition {
  readonly id: string;
  readonly title: string;
  readonly unit: Unit;
  readonly formula: Formula;
  /** Definition of what is counted, for docs/metrics.md and the API reference. */
  readonly about: string;
  /** True where a fall is an improvement. */
  readonly isLessBetter?: true;
  /** True for what only the tracker can measure: without it, zero would be misleading. */
  readonly isMeasured?: true;
}

/** Every metric, in the order in which the statistics page shows them. */
export const METRICS = [
  {
    id: 'visitors',
    title: 'Visitors',
    unit: 'count',
    formula: { numerator: 'visitors', digits: 0 },
    about:
      'distinct visitors in the rows, counted per day and added up. Without a dimension: visitors whose first page view or event of the day is in the bucket',
  },
  {
    id: 'visits',
    title: 'Visits',
    unit: 'count',
    formula: { numerator: 'visits', digits: 0 },
    about:
      'visits that began in the bucket; with `page` or `event`: distinct visits of the page views (events) in it',
  },
  {
    id: 'pageviews',
    title: 'Page views',
    unit: 'count',
    formula: { numerator: 'pageviews', digits: 0 },
    about: 'page views; 0 in a question about events',
  },
  {
    id: 'views_per_visit',
    title: 'Views per visit',
    unit: 'ratio',
    formula: { numerator: 'pageviews', denominator: 'visits', digits: 2 },
    about: '`pageviews` ÷ `visits`',
  },
  {
    id: 'bounce_rate',
    title: 'Bounce rate',
    unit: 'share',
    formula: { numerator: 'bounces', denominator: 'visits', digits: 4 },
    about: 'share of visits with exactly one page view and no event',
    isLessBetter: true,
  },
  {
    id: 'visit_duration',
    title: 'Visit duration',
    unit: 'seconds',
    formula: { numerator: 'duration', denominator: 'visits', digits: 1 },
    about:
      'mean time from a visit’s first to its last event, in whole seconds; 0 for a visit with a single event',
  },
  {
    id: 'engaged_time',
    title: 'Time on page',
    unit: 'seconds',
    formula: { numerator: 'engaged', denominator: 'pageviews', scale: 1 / 1000, digits: 1 },
    about: 'sum of engagement ÷ `pageviews`; null where none was measured',
    isMeasured: true,
  },
  {
    id: 'scroll_depth',
    title: 'Scroll depth',
    unit: 'percent',
    formula: { numerator: 'scroll', denominator: 'pageviews', digits: 1 },
    about:
      'sum of each page view’s furthest scroll ÷ `pageviews`; a view that reported none counts as 0; null where none was measured',
    isMeasured: true,
  },
  {
    id: 'events',
    title: 'Events',
    unit: 'count',
    formula: { numerator: 'events', digits: 0 },
    about: 'custom events; 0 in a question about pages',
  },
] as const satisfies readonly MetricDefinition[];
