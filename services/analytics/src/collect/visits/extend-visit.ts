import type { CodedHit } from '../dictionary/coded-hit.ts';
import { VISIT_TIMEOUT_MS } from './visit-timeout.ts';
import type { Visit } from './visit.ts';

/**
 * Adds a hit to a visit. Start and entry page stay as they are, even when the hit comes late.
 * @param engagedMs the part of the hit's engagement that counts
 */
export const extend = (visit: Visit, { hit, pageId }: CodedHit, engagedMs: number): Visit => {
  // Measurements arrive when a page is left or hidden, which doesn't mean that it was looked at
  // until then.
  if (hit.kind === 'vitals') return visit;
  const lastAt = Math.max(visit.lastAt, hit.ts);
  if (hit.kind === 'engagement')
    return {
      ...visit,
      // The page may have stayed open for hours, which doesn't make the visit longer.
      lastAt: hit.ts <= visit.lastAt + VISIT_TIMEOUT_MS ? lastAt : visit.lastAt,
      engagedMs: visit.engagedMs + engagedMs,
      scroll: visit.scroll + hit.scroll,
    };
  if (hit.kind === 'event') return { ...visit, lastAt, events: visit.events + 1 };
  const isLast = hit.ts >= visit.lastAt || visit.pageviews === 0;
  return { ...visit, lastAt, pageviews: visit.pageviews + 1, exitPageId: isLast ? pageId : visit.exitPageId };
};
