import type { CodedHit } from '../dictionary/dictionary-value.ts';
import type { KnownVisitors } from './visit.ts';

/** A visitor of one website's day. */
export interface VisitorKey {
  readonly websiteId: number;
  readonly visitorId: string;
}

/** Key of a visitor of one website in maps and sets. */
export const visitorKey = (websiteId: number, visitorId: string): string => `${websiteId} ${visitorId}`;

/**
 * The visitors whose days a batch changes in the past: a hit came after later ones, so visits may
 * merge, and what was the first of the day no longer is.
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
