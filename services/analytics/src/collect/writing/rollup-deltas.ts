import { addDays, localDay, QUARTER_MS, utcDay } from '../../calendar/local-day.ts';
import type { LocalDay } from '../../calendar/local-day.ts';
import {
  EVENT_FLAGS,
  EVENT_KINDS,
  firstTodayBit,
  HIT_DIMENSIONS,
  numberOf,
} from '../../dimensions/dimension-names.ts';
import { durationSeconds, isBounce } from '../../metrics/metrics.ts';
import type { SettledVisitors } from '../visits/settle.ts';
import type { Assignment, EventRow, Visit } from '../visits/visit.ts';

/** Numbers that a batch adds to a rollup, one row per key. They may be negative. */
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

interface RollupDeltas {
  readonly quarters: readonly QuarterDelta[];
  readonly pages: readonly PageDelta[];
  readonly values: readonly ValueDelta[];
}

/** A website's local day that a batch was late for. */
export interface LateDay {
  readonly websiteId: number;
  readonly day: LocalDay;
}

/**
 * Anything younger is from today or yesterday in every zone, even when a clock was changed. This
 * saves asking the calendar.
 */
const SURELY_RECENT_MS = 20 * 3_600_000;

/** A visit's events lie on two days at most: engagement may arrive after its last page view. */
const DAY_MS = 24 * 3_600_000;

/** How far the world's clocks are behind UTC and ahead of it, at most. */
const MOST_BEHIND_MS = 12 * 3_600_000;
const MOST_AHEAD_MS = 14 * 3_600_000;

/**
 * The days before yesterday that a batch changes: the days of its events, and every day on which
 * its changed visits may have continued. One row a day, sorted by website and day, so that all
 * writers lock rows in the same order.
 *
 * A day counts in every zone in which it was that day. The website's zone may change while the
 * batch is on its way, or change back later; sums made in another zone must not pass for valid
 * then.
 *
 * Data derived from settled days (src/stats/derived/settled-days.ts) covers days before the day
 * before yesterday. A writer would have to be a whole day behind to take a settled day for a recent
 * one.
 * @param now milliseconds since 1970
 */
export const lateDays = (
  { events, visits }: Pick<Assignment, 'events' | 'visits'>,
  now: number,
): readonly LateDay[] => {
  const found = new Map<string, LateDay>();
  const isRecent = (instant: number): boolean => instant >= now - SURELY_RECENT_MS;

  const note = (websiteId: number, timezone: string, from: number, to: number): void => {
    const yesterday = addDays(localDay(timezone, now), -1);
    if (localDay(timezone, from) >= yesterday) return;
    const last = utcDay(to + MOST_AHEAD_MS);
    for (let day = utcDay(from - MOST_BEHIND_MS); day <= last && day < yesterday; day = addDays(day, 1))
      found.set(`${websiteId} ${day}`, { websiteId, day });
  };

  for (const { websiteId, timezone, ts } of events) if (!isRecent(ts)) note(websiteId, timezone, ts, ts);
  for (const { after, timezone } of visits)
    if (!isRecent(after.startedAt))
      note(after.websiteId, timezone, after.startedAt, Math.max(after.lastAt, after.startedAt + DAY_MS));
  return [...found.values()].sort((a, b) => a.websiteId - b.websiteId || (a.day < b.day ? -1 : 1));
};

/** A map that creates its rows on first use. */
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

/** The rows that a batch changes, made on first use. */
const createDeltaRows = () => {
  const quarters = createRows<QuarterDelta>();
  const pages = createRows<PageDelta>();
  const values = createRows<ValueDelta>();

  const quarterOf = (websiteId: number, instant: number): QuarterDelta => {
    const bucket = Math.floor(instant / QUARTER_MS) * QUARTER_MS;
    return quarters.at(`${websiteId} ${bucket}`, () => ({
      websiteId,
      bucket,
      pageviews: 0,
      visitors: 0,
      visits: 0,
      bounces: 0,
      events: 0,
      durationS: 0,
      engagedMs: 0,
      scroll: 0,
    }));
  };
  const pageOf = (websiteId: number, day: string, pageId: number): PageDelta =>
    pages.at(`${websiteId} ${day} ${pageId}`, () => ({
      websiteId,
      day,
      pageId,
      pageviews: 0,
      visitors: 0,
      entries: 0,
      exits: 0,
      engagedMs: 0,
      scroll: 0,
    }));
  const valueOf = (websiteId: number, day: string, dimension: number, valueId: number): ValueDelta =>
    values.at(`${websiteId} ${dimension} ${day} ${valueId}`, () => ({
      websiteId,
      day,
      dimension,
      valueId,
      visitors: 0,
      visits: 0,
      hits: 0,
    }));

  /** Sorted by key, so that all writers lock rows in the same order. */
  const sorted = (): RollupDeltas => ({
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
  });
  return { quarterOf, pageOf, valueOf, sorted };
};

/**
 * Adds up what a batch changes in the rollups (what it adds, less what it removes), one row per
 * key, so that each row is written once. Sorted by key, so that all writers lock rows in the same
 * order.
 */
export const rollupDeltas = (
  { events, visits }: Pick<Assignment, 'events' | 'visits'>,
  removed: Pick<SettledVisitors, 'events' | 'visits'> = { events: [], visits: [] },
): RollupDeltas => {
  const { quarterOf, pageOf, valueOf, sorted } = createDeltaRows();

  const addEvent = (event: EventRow, sign: 1 | -1): void => {
    // Counted by batch-changes.ts alone.
    if (event.kind === EVENT_KINDS.vitals) return;
    const { websiteId, kind, flags } = event;
    const isFirstOfValue = flags & EVENT_FLAGS.firstOfValueToday ? sign : 0;
    const quarter = quarterOf(websiteId, event.ts);
    quarter.pageviews += kind === EVENT_KINDS.pageview ? sign : 0;
    quarter.events += kind === EVENT_KINDS.event ? sign : 0;
    quarter.visitors += flags & EVENT_FLAGS.firstToday ? sign : 0;
    quarter.engagedMs += sign * event.engagedMs;
    quarter.scroll += sign * event.scroll;
    const day = localDay(event.timezone, event.ts);
    if (kind === EVENT_KINDS.event) {
      const value = valueOf(websiteId, day, numberOf('event'), event.nameId);
      value.hits += sign;
      value.visitors += isFirstOfValue;
      return;
    }
    if (event.pageId === 0) return;
    const page = pageOf(websiteId, day, event.pageId);
    page.engagedMs += sign * event.engagedMs;
    page.scroll += sign * event.scroll;
    if (kind !== EVENT_KINDS.pageview) return;
    page.pageviews += sign;
    page.visitors += isFirstOfValue;
  };

  /** Adds what a visit is, or takes it away. */
  const addVisit = (visit: Visit, timezone: string, sign: 1 | -1): void => {
    const { websiteId, entryPageId, exitPageId } = visit;
    const day = localDay(timezone, visit.startedAt);
    const quarter = quarterOf(websiteId, visit.startedAt);
    quarter.bounces += isBounce(visit) ? sign : 0;
    quarter.durationS += sign * durationSeconds(visit);
    quarter.visits += sign;
    if (entryPageId !== 0) pageOf(websiteId, day, entryPageId).entries += sign;
    if (exitPageId !== 0) pageOf(websiteId, day, exitPageId).exits += sign;
    for (const dimension of HIT_DIMENSIONS) {
      const valueId = visit.dimensionIds[dimension];
      if (valueId === 0) continue;
      const value = valueOf(websiteId, day, numberOf(dimension), valueId);
      value.visits += sign;
      value.visitors += visit.firstToday & firstTodayBit(dimension) ? sign : 0;
    }
  };

  /** Adds the changes of a visit, without what was fixed when it opened. */
  const changeVisit = (before: Visit, after: Visit, timezone: string): void => {
    const { websiteId } = after;
    const day = localDay(timezone, after.startedAt);
    const quarter = quarterOf(websiteId, after.startedAt);
    quarter.bounces += Number(isBounce(after)) - Number(isBounce(before));
    quarter.durationS += durationSeconds(after) - durationSeconds(before);
    if (before.exitPageId === after.exitPageId) return;
    if (before.exitPageId !== 0) pageOf(websiteId, day, before.exitPageId).exits -= 1;
    if (after.exitPageId !== 0) pageOf(websiteId, day, after.exitPageId).exits += 1;
  };

  const zones = new Map(visits.map(({ after, timezone }) => [after.websiteId, timezone]));
  // Nothing may be left of a website's visits, once hits are deleted.
  for (const { websiteId, timezone } of removed.events) zones.set(websiteId, timezone);
  for (const event of removed.events) addEvent(event, -1);
  for (const visit of removed.visits) addVisit(visit, zones.get(visit.websiteId) ?? 'UTC', -1);
  for (const event of events) addEvent(event, 1);
  for (const { before, after, timezone } of visits) {
    if (before) changeVisit(before, after, timezone);
    else addVisit(after, timezone, 1);
  }
  return sorted();
};
