import type { Drop, Hit, Outcome } from '../hit.ts';

/**
 * Namespace of the advisory lock that a website's writer holds; the second key is the website's id.
 */
export const WRITER_LOCK = 0x77726974;

/** Waits for the lock of each website. */
export const LOCK = 'SELECT id, pg_advisory_xact_lock($1::integer, id)::text IS NOT NULL AS locked';

/** Takes the locks that are free. */
export const TRY_LOCK = 'SELECT id, pg_try_advisory_xact_lock($1::integer, id) AS locked';

/**
 * Part of a batch: a hit to store or a drop to count. Events sent along with a view are written in
 * its transaction and share its result: a client told that the view is lost may send it again with
 * them.
 */
export type BatchItem = { readonly hit: Hit; readonly also?: readonly Hit[] } | { readonly drop: Drop };

/** Result of a hit when another writer holds its website. Nothing of it was written. */
export const BUSY = 'busy';

export type WriteResult = Outcome | typeof BUSY;

export interface WriteOptions {
  /** Time until the deadline, after which nothing is written. */
  readonly milliseconds: number;
  /** True to wait for websites that another writer holds. */
  readonly isPatient: boolean;
  /** Where the websites' rows are. On a cluster, a batch is about one shard. */
  readonly node: number;
}

/** The website that an item is about; 0 for a key that belongs to none. */
export const websiteOf = (item: BatchItem): number => ('hit' in item ? item.hit.site.id : item.drop.siteId);

/** The hits to store. */
export const hitsOf = (items: readonly BatchItem[]): readonly Hit[] => {
  const hits: Hit[] = [];
  for (const item of items) {
    if ('drop' in item) continue;
    hits.push(item.hit);
    if (item.also) hits.push(...item.also);
  }
  return hits;
};
