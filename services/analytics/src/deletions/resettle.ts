import { randomBytes } from 'node:crypto';

import { localDay } from '../calendar/local-day.ts';
import { assignVisits } from '../collect/visits/assign-visits.ts';
import { toHits, visitorKey } from '../collect/visits/settle.ts';
import type { SettledVisitors } from '../collect/visits/settle.ts';
import type { Assignment, EventRow, Visitor } from '../collect/visits/visit.ts';
import { EVENT_FLAGS, EVENT_KINDS } from '../dimensions/dimension-names.ts';

const makeId = (): string => randomBytes(8).readBigInt64BE(0).toString();

/**
 * The visitors of days whose salt is gone, and with it the rows that said who they were: one for each
 * day of a visit. What a visit did after midnight is that of a follower.
 */
const forgottenVisitors = ({ visitors, visits, events }: SettledVisitors): readonly Visitor[] => {
  const known = new Set(visitors.map((visitor) => visitorKey(visitor.websiteId, visitor.visitorId)));
  const followed = new Set(visitors.map((v) => `${visitorKey(v.websiteId, v.continues)} ${v.day}`));
  const timezones = new Map(events.map(({ websiteId, timezone }) => [websiteId, timezone]));
  const made = new Map<string, Visitor>();
  const ownDays = new Map<string, string>();
  const owners = new Map(visits.map((visit) => [visitorKey(visit.websiteId, visit.visitId), visit]));
  for (const { websiteId, visitorId, startedAt } of visits) {
    const key = visitorKey(websiteId, visitorId);
    const day = localDay(timezones.get(websiteId) ?? 'UTC', startedAt);
    ownDays.set(key, day);
    if (!known.has(key)) made.set(key, { websiteId, visitorId, continues: '0', day, seen: [] });
  }
  for (const { websiteId, visitId, timezone, ts } of events) {
    const visit = owners.get(visitorKey(websiteId, visitId));
    if (!visit) continue;
    const key = visitorKey(websiteId, visit.visitorId);
    const day = localDay(timezone, ts);
    const follows = `${key} ${day}`;
    if (ownDays.get(key) === day || followed.has(follows) || made.has(follows)) continue;
    made.set(follows, { websiteId, visitorId: makeId(), continues: visit.visitorId, day, seen: [] });
  }
  return [...made.values()];
};

/**
 * Visitors whom the stored rows count elsewhere: they had gone on from the day before in a visit that
 * can't be told any more. They stay counted there.
 */
const countedElsewhere = (
  forgotten: readonly Visitor[],
  settled: SettledVisitors,
  visitorOfVisit: ReadonlyMap<string, string>,
): readonly Visitor[] => {
  const rows = new Map<string, EventRow[]>();
  for (const event of settled.events) {
    if (event.kind !== EVENT_KINDS.pageview && event.kind !== EVENT_KINDS.event) continue;
    const owner = visitorOfVisit.get(visitorKey(event.websiteId, event.visitId));
    const key = `${event.websiteId} ${owner} ${localDay(event.timezone, event.ts)}`;
    rows.set(key, [...(rows.get(key) ?? []), event]);
  }
  const valueOf = ({ kind, pageId, nameId }: EventRow): number =>
    kind === EVENT_KINDS.pageview ? pageId : nameId;
  return forgotten.flatMap((visitor) => {
    const owner = visitor.continues === '0' ? visitor.visitorId : visitor.continues;
    const own = rows.get(`${visitor.websiteId} ${owner} ${visitor.day}`) ?? [];
    if (own.length === 0 || own.some(({ flags }) => flags & EVENT_FLAGS.firstToday)) return [];
    const first = new Set(own.filter(({ flags }) => flags & EVENT_FLAGS.firstOfValueToday).map(valueOf));
    return [{ ...visitor, seen: [...new Set(own.map(valueOf))].filter((value) => !first.has(value)) }];
  });
};

/** Visitors as they are stored once some of their hits are gone. */
export interface Resettled {
  readonly assignment: Assignment;
  readonly gone: readonly EventRow[];
}

/**
 * Settles visitors again without some of what they did, as if that had never come: visits begin and
 * end with what is left, and the next of its kind becomes the first of the day.
 */
export const resettle = (
  settled: SettledVisitors,
  isGone: (event: EventRow) => boolean,
): Resettled | undefined => {
  const gone = settled.events.filter(isGone);
  if (gone.length === 0) return undefined;
  const forgotten = forgottenVisitors(settled);
  const ownerOf = new Map(
    settled.visits.map((visit) => [visitorKey(visit.websiteId, visit.visitId), visit.visitorId]),
  );
  const left = settled.events.filter((event) => !isGone(event));
  const hits = toHits(
    { visits: settled.visits, visitors: [...settled.visitors, ...forgotten], events: left },
    [],
  );
  const assignment = assignVisits(
    hits,
    { visitors: countedElsewhere(forgotten, settled, ownerOf), visits: [] },
    makeId,
  );
  // Of days whose salt is gone, nobody needs to be recognised.
  const kept = new Set(settled.visitors.map(({ websiteId, visitorId }) => visitorKey(websiteId, visitorId)));
  const visitors = assignment.visitors.filter(({ websiteId, visitorId }) =>
    kept.has(visitorKey(websiteId, visitorId)),
  );
  return { gone, assignment: { ...assignment, visitors } };
};
