import { localDay } from '../../calendar/local-day.ts';
import { EVENT_FLAGS } from '../../dimensions/dimension-names.ts';
import type { CodedHit } from '../dictionary/dictionary.ts';
import type { HitKind } from '../hit.ts';
import { VISIT_TIMEOUT_MS } from './visit.ts';
import type { EventRow, KnownVisitors, Visit, Visitor } from './visit.ts';

/** A visitor of one website's day. */
export interface VisitorKey {
  readonly websiteId: number;
  readonly visitorId: string;
}

/** Key of a visitor of one website in maps and sets. */
export const visitorKey = (websiteId: number, visitorId: string): string => `${websiteId} ${visitorId}`;

/**
 * Returns the visitors with days that a batch changes in the past: a hit came after later ones, so
 * visits may merge, and the first of the day may have changed.
 */
export const findLate = (hits: readonly CodedHit[], known: KnownVisitors): VisitorKey[] => {
  const lastAt = new Map<string, number>();
  const note = (key: string, ts: number): void => {
    lastAt.set(key, Math.max(ts, lastAt.get(key) ?? -Infinity));
  };
  const days = new Map(known.visitors.map((v) => [visitorKey(v.websiteId, v.visitorId), v]));
  for (const { websiteId, visitorId, lastAt: last } of known.visits)
    note(visitorKey(websiteId, visitorId), last);
  for (const [key, { websiteId, continues }] of days)
    if (continues !== '0') note(key, lastAt.get(visitorKey(websiteId, continues)) ?? -Infinity);

  const late = new Map<string, VisitorKey>();
  for (const { hit } of hits) {
    const websiteId = hit.site.id;
    const key = visitorKey(websiteId, hit.visitor);
    const isAfterNextDay = hit.nextVisitor !== null && days.has(visitorKey(websiteId, hit.nextVisitor));
    if (!isAfterNextDay && hit.ts >= (lastAt.get(key) ?? -Infinity)) continue;
    for (const visitorId of [hit.visitor, hit.previousVisitor, hit.nextVisitor])
      if (visitorId !== null && days.has(visitorKey(websiteId, visitorId)))
        late.set(visitorKey(websiteId, visitorId), { websiteId, visitorId });
  }
  return [...late.values()];
};

/** Records of the visitors that are settled again: everything that they did. */
export interface SettledVisitors extends KnownVisitors {
  readonly events: readonly EventRow[];
}

const KINDS: readonly HitKind[] = ['pageview', 'event', 'engagement', 'vitals'];

/**
 * The hits that stored events were, so that a visitor's day can be assigned anew together with hits
 * that came late. Dimensions are those of the visit: only the hit that opens a visit needs its own,
 * and late hits merge visits but never split one.
 * @param hits those of the batch, which know who a visitor was the day before
 */
export const toHits = (settled: SettledVisitors, hits: readonly CodedHit[]): CodedHit[] => {
  const visits = new Map<string, Visit>(
    settled.visits.map((visit) => [visitorKey(visit.websiteId, visit.visitId), visit]),
  );
  const visitors = new Map<string, Visitor>();
  const followers = new Map<string, Visitor>();
  for (const visitor of settled.visitors) {
    visitors.set(visitorKey(visitor.websiteId, visitor.visitorId), visitor);
    if (visitor.continues !== '0') followers.set(visitorKey(visitor.websiteId, visitor.continues), visitor);
  }
  const previous = new Map<string, string>();
  for (const { hit } of hits) {
    if (hit.nextVisitor !== null) previous.set(visitorKey(hit.site.id, hit.nextVisitor), hit.visitor);
    if (hit.previousVisitor !== null) previous.set(visitorKey(hit.site.id, hit.visitor), hit.previousVisitor);
  }
  /** Returns the visitor of the event's day: a visit may continue into the day of the visitor's next id. */
  const visitorOf = (websiteId: number, visit: Visit, day: string): string => {
    const owner = visitors.get(visitorKey(websiteId, visit.visitorId));
    const follower = followers.get(visitorKey(websiteId, visit.visitorId));
    return owner?.day !== day && follower?.day === day ? follower.visitorId : visit.visitorId;
  };

  return settled.events.flatMap((event) => {
    const { websiteId, ts, timezone } = event;
    const visit = visits.get(visitorKey(websiteId, event.visitId));
    if (!visit) return [];
    const day = localDay(timezone, ts);
    const visitor = visitorOf(websiteId, visit, day);
    const key = visitorKey(websiteId, visitor);
    const continues = visitors.get(key)?.continues ?? '0';
    const isNearMidnight = localDay(timezone, ts - VISIT_TIMEOUT_MS) !== day;
    const earlier = continues === '0' ? (previous.get(key) ?? null) : continues;
    return [
      {
        hit: {
          site: { id: websiteId, timezone },
          ts,
          day,
          visitor,
          previousVisitor: isNearMidnight ? earlier : null,
          nextVisitor: null,
          kind: KINDS[event.kind] ?? 'event',
          props: event.props,
          engagedMs: event.engagedMs,
          scroll: event.scroll,
          isDepthOfView: false,
          isPassive: (event.flags & EVENT_FLAGS.passive) !== 0,
          opensVisit: (event.flags & EVENT_FLAGS.opensVisit) !== 0,
          eventId: null,
        },
        pageId: event.pageId,
        nameId: event.nameId,
        dimensionIds: visit.dimensionIds,
      },
    ];
  });
};

/** Leaves out the visitors that are settled again. */
export const without = (known: KnownVisitors, settled: KnownVisitors): KnownVisitors => {
  const keys = new Set(settled.visitors.map(({ websiteId, visitorId }) => visitorKey(websiteId, visitorId)));
  const isOther = ({ websiteId, visitorId }: VisitorKey): boolean =>
    !keys.has(visitorKey(websiteId, visitorId));
  return { visitors: known.visitors.filter(isOther), visits: known.visits.filter(isOther) };
};
