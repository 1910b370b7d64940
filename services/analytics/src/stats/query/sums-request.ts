import type { DateRange, Span } from '../../calendar/date-range.ts';
import type { Interval } from '../../calendar/interval.ts';
import type { Sum } from '../../metrics/sums.ts';
import type { GroupBy } from '../../dimensions/dimension-names.ts';
import { intervalOf, isProperty, isTime, isVisitDimension } from '../../dimensions/dimension-names.ts';
import type { Dimension } from '../../dimensions/dimension-names.ts';
import { asksForBehaviour, ownConditionsOf } from './filter.ts';
import type { Filter } from './filter.ts';
import type { TimeBuckets } from '../../calendar/time-buckets.ts';
import type { LocalDay } from '../../calendar/local-day.ts';

/** The part of a website that its statistics need. */
export interface Site {
  readonly id: number;
  readonly timezone: string;
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
 * Which rows answer a request (docs/metrics.md, "What a question looks at").
 * - `traffic`: no dimension: events at their own time, visits at their start
 * - `visits`: dimensions of visits only
 * - `pages`: the page is involved: page views, and the visits they belong to
 * - `events`: an event's name or property is involved: custom events, and the visits they belong to
 */
export type Basis = 'traffic' | 'visits' | 'pages' | 'events';

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
  if (names.some((name) => name === 'event' || isProperty(name))) return 'events';
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
