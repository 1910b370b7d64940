import type { DateRange, Span, Interval, Comparison } from '../../calendar/date-range.ts';
import type { LocalDay } from '../../calendar/local-day.ts';
import type { Calendar, TimeBuckets } from '../../calendar/time-buckets.ts';
import { intervalOf, isProperty, isTime, isVisitDimension } from '../../dimensions/dimension-names.ts';
import type { GroupBy, Dimension } from '../../dimensions/dimension-names.ts';
import type { Metric, MetricValues } from '../../metrics/metric-values.ts';
import type { Sum } from '../../metrics/metrics.ts';
import { asksForBehaviour, isOfAnyHit, ownConditionsOf } from './filter.ts';
import type { Filter } from './filter.ts';
import type { RowOrder } from './stats-rows.ts';

/** A question with every name resolved: days instead of a preset, an order instead of a default. */
export interface ResolvedQuery {
  readonly metrics: readonly Metric[];
  readonly groupBy: readonly GroupBy[];
  readonly filter: Filter;
  readonly range: DateRange;
  readonly compare?: Comparison | DateRange | undefined;
  /** The comparison ends where it is as far on as the range is now (milliseconds since 1970). */
  readonly comparedUntil?: number | undefined;
  readonly sort?: RowOrder['sort'] | undefined;
  readonly search?: string | undefined;
  /** Leaves metrics unrounded, for those who make other figures of them. */
  readonly isExact?: boolean;
  readonly limit: number;
  readonly offset: number;
}

export interface AnswerRow {
  /** By dimension: a bucket's label, or a value. */
  readonly dimensions: Readonly<Record<string, string>>;
  /** Title of the page in the dimensions. */
  readonly title: string | null;
  readonly metrics: MetricValues;
  /** The metrics of the range compared with; null where it has no such bucket. */
  readonly comparison?: MetricValues | null;
}

export interface Answer {
  readonly rows: readonly AnswerRow[];
  readonly total: number;
  readonly comparisonRange: DateRange | undefined;
  /** True where imported days are counted. */
  readonly hasImported: boolean;
}

/** The part of a website that its statistics need. */
export interface Site extends Calendar {
  readonly id: number;
}

/**
 * A request to the store: sums of a site over a range of days under a filter, by up to three keys.
 */
export interface SumsRequest {
  readonly site: Site;
  readonly range: DateRange;
  readonly span: Span;
  /** True where the span ends within the range's day: rows of whole days can't answer then. */
  readonly endsWithinDay?: boolean;
  readonly groupBy: readonly GroupBy[];
  /** Buckets of the time dimension in `groupBy`. */
  readonly buckets: TimeBuckets | undefined;
  /** Nothing was counted before this time (milliseconds since 1970), if it is known. */
  readonly since?: number | undefined;
  readonly filter: Filter;
  readonly sums: ReadonlySet<Sum>;
  /** Ids of sources that are shown as another one, by which they are grouped. */
  readonly sameOrigins?: ReadonlyMap<number, number>;
  /** First days of months within the range whose sums are there (month-sums-store.ts). */
  readonly months?: readonly LocalDay[];
}

/**
 * Rows that answer a request (docs/metrics.md, "What a question looks at").
 * - `traffic`: no dimension: events at their own time, visits at their start
 * - `visits`: dimensions of visits only
 * - `pages`: the page is involved: page views, and the visits they belong to
 * - `events`: an event's name is involved: custom events, and the visits they belong to
 * - `hits`: properties are, and no name: custom events, page views with such a property, and their visits
 */
export type Basis = 'traffic' | 'visits' | 'pages' | 'events' | 'hits';

/** Dimensions of a request, of rows and filter together, without time. What else a visit did is none. */
export const dimensionsOf = (request: Pick<SumsRequest, 'groupBy' | 'filter'>): readonly Dimension[] => [
  ...request.groupBy.filter((name): name is Dimension => !isTime(name)),
  ...ownConditionsOf(request.filter).map((condition) => condition.dimension),
];

/** True where something of the visit matters. */
export const asksOfVisits = (request: Pick<SumsRequest, 'groupBy' | 'filter'>): boolean =>
  dimensionsOf(request).some(isVisitDimension) || asksForBehaviour(request.filter);

export const basisOf = (request: Pick<SumsRequest, 'groupBy' | 'filter'>): Basis => {
  const names = dimensionsOf(request);
  if (isOfAnyHit(request.filter)) return 'hits';
  if (names.includes('event')) return 'events';
  if (names.some(isProperty)) return 'hits';
  if (names.includes('page')) return 'pages';
  return asksOfVisits(request) ? 'visits' : 'traffic';
};

export const intervalIn = (groupBy: readonly GroupBy[]): Interval | undefined => {
  const time = groupBy.find(isTime);
  return time === undefined ? undefined : intervalOf(time);
};

/**
 * True when daily rollups can split the time as asked. Their day follows the site's calendar, so
 * they make up every interval of a day or longer.
 */
export const isDaily = (groupBy: readonly GroupBy[]): boolean => {
  const interval = intervalIn(groupBy);
  return interval !== 'minute' && interval !== 'hour';
};
