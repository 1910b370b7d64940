import type { Month } from '../../partitions/month.ts';
import { monthsAround } from './load-settled.ts';
import type { CodedHit } from '../dictionary/coded-hit.ts';
import type { Hit } from '../intake/hit.ts';
import type { VisitorKey } from '../visits/late-visitors.ts';

/** The months of the hits, and those in which their visits may be. A batch may span years. */
export const monthsOf = (hits: readonly Hit[]): Month[] => {
  const now = Date.now();
  return [...new Set(hits.flatMap(({ ts }) => monthsAround(ts, now)))];
};

/** Everybody that the hits may be of: a visitor has another id each day. */
export const keysOf = (hits: readonly CodedHit[]): VisitorKey[] => {
  const keys = new Map<string, VisitorKey>();
  for (const { hit } of hits)
    for (const visitorId of [hit.visitor, hit.previousVisitor, hit.nextVisitor])
      if (visitorId !== null) keys.set(`${hit.site.id} ${visitorId}`, { websiteId: hit.site.id, visitorId });
  return [...keys.values()];
};
