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
