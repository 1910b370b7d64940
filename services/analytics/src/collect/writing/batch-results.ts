import type { CodedHit } from '../dictionary/coded-hit.ts';
import type { Drop } from '../intake/hit.ts';
import type { BatchItem, WriteResult } from './batch-item.ts';
import { BUSY } from './batch-item.ts';

/** What becomes of each hit, in the order of the hits. */
export const resultsOf = (
  coded: readonly CodedHit[],
  fresh: readonly CodedHit[],
  locked: ReadonlySet<number>,
  orphans: ReadonlySet<CodedHit>,
): WriteResult[] => {
  const isFresh = new Set(fresh);
  return coded.map((hit) => {
    if (!locked.has(hit.hit.site.id)) return BUSY;
    if (!isFresh.has(hit)) return 'duplicate';
    return orphans.has(hit) ? 'no_visit' : 'stored';
  });
};

/** Hits that turned out to be drops only now. */
export const lateDrops = (coded: readonly CodedHit[], results: readonly WriteResult[]): Drop[] =>
  coded.flatMap(({ hit }, index) => {
    const reason = results[index];
    if (reason !== 'duplicate' && reason !== 'no_visit') return [];
    return [{ siteId: hit.site.id, day: hit.day, reason }];
  });

/**
 * The results of the items.
 * @param ofHits results of their hits, in the order of `hitsOf`
 */
export const resultsOfItems = (
  items: readonly BatchItem[],
  ofHits: readonly WriteResult[],
): readonly WriteResult[] => {
  let next = 0;
  return items.map((item) => {
    if ('drop' in item) return item.drop.reason;
    const result = ofHits[next] ?? 'stored';
    next += 1 + (item.also?.length ?? 0);
    return result;
  });
};
