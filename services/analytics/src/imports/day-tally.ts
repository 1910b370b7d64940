import type { StoredDimension } from '../dimensions/stored-dimensions.ts';

/** Sums of a day, as the quarter-hour rollup counts them. */
export interface DaySums {
  visitors: number;
  visits: number;
  bounces: number;
  /** Seconds. */
  duration: number;
  pageviews: number;
  events: number;
  /** Milliseconds. */
  engaged: number;
  /** Percents. */
  scroll: number;
}

export interface PageSums {
  pageviews: number;
  visitors: number;
  entries: number;
  exits: number;
  engaged: number;
  scroll: number;
}

export interface ValueSums {
  visitors: number;
  visits: number;
  hits: number;
}

export interface DayTally {
  readonly totals: DaySums;
  readonly pages: ReadonlyMap<string, PageSums>;
  readonly values: ReadonlyMap<StoredDimension, ReadonlyMap<string, ValueSums>>;
}
