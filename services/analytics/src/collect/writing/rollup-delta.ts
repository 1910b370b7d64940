/**
 * What a batch adds to the rows of a rollup: one row of numbers per key. Numbers may be negative.
 */
export interface QuarterDelta {
  readonly websiteId: number;
  /** Start of the quarter of an hour, milliseconds since 1970. */
  readonly bucket: number;
  pageviews: number;
  visitors: number;
  visits: number;
  bounces: number;
  events: number;
  durationS: number;
  engagedMs: number;
  scroll: number;
}

export interface PageDelta {
  readonly websiteId: number;
  readonly day: string;
  readonly pageId: number;
  pageviews: number;
  visitors: number;
  entries: number;
  exits: number;
  engagedMs: number;
  scroll: number;
}

export interface ValueDelta {
  readonly websiteId: number;
  readonly day: string;
  readonly dimension: number;
  readonly valueId: number;
  visitors: number;
  visits: number;
  hits: number;
}

export interface RollupDeltas {
  readonly quarters: readonly QuarterDelta[];
  readonly pages: readonly PageDelta[];
  readonly values: readonly ValueDelta[];
}
