import { localDay } from '../../calendar/zone-day.ts';
import { EVENT_FLAGS, EVENT_KINDS } from '../../dimensions/event-kinds.ts';
import { firstTodayBit, HIT_DIMENSIONS, numberOf } from '../../dimensions/stored-dimensions.ts';
import type { SettledVisitors } from '../visits/settle.ts';
import type { Assignment, EventRow } from '../visits/assignment-types.ts';
import { durationSeconds, isBounce } from '../visits/visit.ts';
import type { Visit } from '../visits/visit.ts';
import { createDeltaRows } from './delta-rows.ts';
import type { RollupDeltas } from './rollup-delta.ts';

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
    // Counted by vital-deltas.ts alone.
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

  /** What is fixed when a visit opens is not added again. */
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
  for (const event of removed.events) addEvent(event, -1);
  for (const visit of removed.visits) addVisit(visit, zones.get(visit.websiteId) ?? 'UTC', -1);
  for (const event of events) addEvent(event, 1);
  for (const { before, after, timezone } of visits) {
    if (before) changeVisit(before, after, timezone);
    else addVisit(after, timezone, 1);
  }
  return sorted();
};
