import type { HitDimension } from '../../dimensions/stored-dimensions.ts';

/** A visit as it stands in `visits`; ids are of the website's dictionary. */
export interface Visit {
  readonly websiteId: number;
  /** Signed 64-bit integers as text, like `visitId`. */
  readonly visitorId: string;
  readonly visitId: string;
  /** Milliseconds since 1970, like `lastAt`. */
  readonly startedAt: number;
  readonly lastAt: number;
  readonly pageviews: number;
  readonly events: number;
  readonly engagedMs: number;
  readonly scroll: number;
  readonly entryPageId: number;
  readonly exitPageId: number;
  /** Bits of `firstTodayBit`. */
  readonly firstToday: number;
  readonly dimensionIds: Readonly<Record<HitDimension, number>>;
}

/** A visitor of one day. */
export interface Visitor {
  readonly websiteId: number;
  readonly visitorId: string;
  /** Who it was yesterday, when its visit went on across midnight; '0' otherwise. */
  readonly continues: string;
  readonly day: string;
  /** Pages and event names of the day. */
  readonly seen: readonly number[];
}

/** True for a visit of one page view and nothing else. */
export const isBounce = (visit: Pick<Visit, 'pageviews' | 'events'>): boolean =>
  visit.pageviews === 1 && visit.events === 0;

/** Whole seconds from the first to the last sign of life. */
export const durationSeconds = (visit: Pick<Visit, 'startedAt' | 'lastAt'>): number =>
  Math.floor((visit.lastAt - visit.startedAt) / 1000);
