import type { Interval } from '../calendar/interval.ts';
import type { Metric } from '../metrics/metric-values.ts';
import type { Dimension } from '../dimensions/dimension-names.ts';

/**
 * What a named statistic of `GET /api/v1/stats/{id}` counts by: a dimension, days, or hours of the
 * day.
 */
export type Statistic =
  | { readonly kind: 'dimension'; readonly dimension: Dimension; readonly metric: Metric }
  | { readonly kind: 'continent'; readonly metric: Metric }
  | { readonly kind: 'time'; readonly interval: Interval; readonly metric: Metric }
  | { readonly kind: 'hour_of_day'; readonly metric: Metric };

/** The names that clients of this kind of interface know. */
export const STATISTICS = {
  browser: { kind: 'dimension', dimension: 'browser', metric: 'visitors' },
  campaign: { kind: 'dimension', dimension: 'utm_campaign', metric: 'visitors' },
  city: { kind: 'dimension', dimension: 'city', metric: 'visitors' },
  continent: { kind: 'continent', metric: 'visitors' },
  country: { kind: 'dimension', dimension: 'country', metric: 'visitors' },
  device: { kind: 'dimension', dimension: 'device', metric: 'visitors' },
  event: { kind: 'dimension', dimension: 'event', metric: 'events' },
  landing_page: { kind: 'dimension', dimension: 'entry_page', metric: 'visits' },
  language: { kind: 'dimension', dimension: 'language', metric: 'visitors' },
  os: { kind: 'dimension', dimension: 'os', metric: 'visitors' },
  page: { kind: 'dimension', dimension: 'page', metric: 'pageviews' },
  pageviews: { kind: 'time', interval: 'day', metric: 'pageviews' },
  pageviews_hour: { kind: 'hour_of_day', metric: 'pageviews' },
  referrer: { kind: 'dimension', dimension: 'referrer', metric: 'visitors' },
  resolution: { kind: 'dimension', dimension: 'screen', metric: 'visitors' },
  visitors: { kind: 'time', interval: 'day', metric: 'visitors' },
  visitors_hour: { kind: 'hour_of_day', metric: 'visitors' },
} as const satisfies Record<string, Statistic>;

export type StatisticName = keyof typeof STATISTICS;

const isName = (name: string): name is StatisticName => Object.hasOwn(STATISTICS, name);
export const STATISTIC_NAMES: readonly StatisticName[] = Object.keys(STATISTICS).filter(isName);
