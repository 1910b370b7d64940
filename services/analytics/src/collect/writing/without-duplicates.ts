import { eventKey } from './claim-event-ids.ts';
import type { BatchTransaction } from './batch-transaction.ts';
import type { CodedHit } from '../dictionary/coded-hit.ts';

/** Of hits with the same event id in one batch, the first counts. */
export const withoutDuplicates = async (
  transaction: BatchTransaction,
  hits: readonly CodedHit[],
): Promise<readonly CodedHit[]> => {
  const first = new Map<string, CodedHit>();
  for (const coded of hits) {
    const { eventId, site } = coded.hit;
    if (eventId !== null && !first.has(eventKey(site.id, eventId)))
      first.set(eventKey(site.id, eventId), coded);
  }
  if (first.size === 0) return hits;
  const ids = [...first.values()].map(({ hit }) => ({ websiteId: hit.site.id, eventId: hit.eventId ?? '' }));
  const fresh = await transaction.claimEventIds(ids);
  return hits.filter((coded) => {
    const { eventId, site } = coded.hit;
    if (eventId === null) return true;
    const key = eventKey(site.id, eventId);
    return fresh.has(key) && first.get(key) === coded;
  });
};
