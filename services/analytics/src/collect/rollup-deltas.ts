import {
  DIMENSIONS,
  EVENT_FLAGS,
  EVENT_KINDS,
  firstTodayBit,
  VISIT_DIMENSIONS,
} from '../dimensions/dimensions.ts';
import { localDay, QUARTER_MS } from './local-day.ts';
import type { Assignment, EventRow, VisitChange } from './visit-assignment.ts';
import { durationSeconds, isBounce } from './visit.ts';

/** What a batch adds to rows of a rollup: one row of numbers per key; the numbers may be negative. */
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

/** A map whose rows are made on first use. */
const createRows = <Row>() => {
  const rows = new Map<string, Row>();
  return {
    at(key: string, make: () => Row): Row {
      const known = rows.get(key);
      if (known !== undefined) return known;
      const row = make();
      rows.set(key, row);
      return row;
    },
    list: (): Row[] => [...rows.values()],
  };
};

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/**
 * Adds up what a batch changes in the rollups, one row per key, so that each row is written once. Sorted by key:
 * all writers then lock rows in the same order.
 */
export const rollupDeltas = ({ events, visits }: Pick<Assignment, 'events' | 'visits'>): RollupDeltas => {
  const quarters = createRows<QuarterDelta>();
  const pages = createRows<PageDelta>();
  const values = createRows<ValueDelta>();

  const quarterOf = (websiteId: number, instant: number): QuarterDelta => {
    const bucket = Math.floor(instant / QUARTER_MS) * QUARTER_MS;
    return quarters.at(`${websiteId} ${bucket}`, () => ({
      ...{ websiteId, bucket, pageviews: 0, visitors: 0, visits: 0, bounces: 0, events: 0 },
      ...{ durationS: 0, engagedMs: 0, scroll: 0 },
    }));
  };
  const pageOf = (websiteId: number, day: string, pageId: number): PageDelta =>
    pages.at(`${websiteId} ${day} ${pageId}`, () => ({
      ...{ websiteId, day, pageId, pageviews: 0, visitors: 0, entries: 0, exits: 0, engagedMs: 0, scroll: 0 },
    }));
  const valueOf = (websiteId: number, day: string, dimension: number, valueId: number): ValueDelta =>
    values.at(`${websiteId} ${dimension} ${day} ${valueId}`, () => ({
      ...{ websiteId, day, dimension, valueId, visitors: 0, visits: 0, hits: 0 },
    }));

  const addEvent = (event: EventRow): void => {
    const { websiteId, kind, flags } = event;
    const isFirstOfValue = flags & EVENT_FLAGS.firstOfValueToday ? 1 : 0;
    const quarter = quarterOf(websiteId, event.ts);
    quarter.pageviews += kind === EVENT_KINDS.pageview ? 1 : 0;
    quarter.events += kind === EVENT_KINDS.event ? 1 : 0;
    quarter.visitors += flags & EVENT_FLAGS.firstToday ? 1 : 0;
    quarter.engagedMs += event.engagedMs;
    quarter.scroll += event.scroll;
    const day = localDay(event.timezone, event.ts);
    if (kind === EVENT_KINDS.event) {
      const value = valueOf(websiteId, day, DIMENSIONS.event, event.nameId);
      value.hits += 1;
      value.visitors += isFirstOfValue;
      return;
    }
    if (event.pageId === 0) return;
    const page = pageOf(websiteId, day, event.pageId);
    page.engagedMs += event.engagedMs;
    page.scroll += event.scroll;
    if (kind !== EVENT_KINDS.pageview) return;
    page.pageviews += 1;
    page.visitors += isFirstOfValue;
  };

  const addVisit = ({ before, after, timezone }: VisitChange): void => {
    const { websiteId } = after;
    const day = localDay(timezone, after.startedAt);
    const quarter = quarterOf(websiteId, after.startedAt);
    quarter.bounces += Number(isBounce(after)) - Number(before !== null && isBounce(before));
    quarter.durationS += durationSeconds(after) - (before ? durationSeconds(before) : 0);
    if (before?.exitPageId !== after.exitPageId) {
      if (before && before.exitPageId !== 0) pageOf(websiteId, day, before.exitPageId).exits -= 1;
      if (after.exitPageId !== 0) pageOf(websiteId, day, after.exitPageId).exits += 1;
    }
    if (before) return;
    quarter.visits += 1;
    if (after.entryPageId !== 0) pageOf(websiteId, day, after.entryPageId).entries += 1;
    for (const dimension of VISIT_DIMENSIONS) {
      const valueId = after.dimensionIds[dimension];
      if (valueId === 0) continue;
      const value = valueOf(websiteId, day, DIMENSIONS[dimension], valueId);
      value.visits += 1;
      value.visitors += after.firstToday & firstTodayBit(dimension) ? 1 : 0;
    }
  };

  events.forEach(addEvent);
  visits.forEach(addVisit);
  return {
    quarters: quarters.list().sort((a, b) => a.websiteId - b.websiteId || a.bucket - b.bucket),
    pages: pages
      .list()
      .sort((a, b) => a.websiteId - b.websiteId || byText(a.day, b.day) || a.pageId - b.pageId),
    values: values
      .list()
      .sort(
        (a, b) =>
          a.websiteId - b.websiteId ||
          a.dimension - b.dimension ||
          byText(a.day, b.day) ||
          a.valueId - b.valueId,
      ),
  };
};
