import type { MetricDefinition } from './metric.ts';

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
