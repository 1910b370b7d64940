import { LRUCache } from 'lru-cache';

import type { Website } from '../websites/website.ts';
import { toCollectSite } from './collect-site.ts';
import type { CollectSite } from './collect-site.ts';

export interface SiteCache {
  /** The website of a key, or null. Answers at once when it is remembered. */
  get(siteKey: string): CollectSite | null | Promise<CollectSite | null>;
  /** Forgets one website, because it was changed, or all of them. */
  forget(siteKey?: string): void;
}

interface Entry {
  readonly site: CollectSite | null;
}

/** Behind the notifications of changes, should one be lost. */
const TTL_MILLISECONDS = 30_000;

/**
 * Remembers websites by their keys, and keys of which there is no website. Changes are told by PostgreSQL
 * (`WEBSITES_CHANNEL`); what is being read while a change is told is not remembered.
 */
export const createSiteCache = (find: (siteKey: string) => Promise<Website | undefined>): SiteCache => {
  const known = new LRUCache<string, Entry>({ max: 50_000, ttl: TTL_MILLISECONDS });
  const loading = new Map<string, Promise<CollectSite | null>>();
  let generation = 0;

  const load = async (siteKey: string): Promise<CollectSite | null> => {
    const loadedIn = generation;
    try {
      const website = await find(siteKey);
      const site = website ? toCollectSite(website) : null;
      if (loadedIn === generation) known.set(siteKey, { site });
      return site;
    } finally {
      loading.delete(siteKey);
    }
  };

  return {
    get(siteKey) {
      const entry = known.get(siteKey);
      if (entry) return entry.site;
      const pending = loading.get(siteKey) ?? load(siteKey);
      loading.set(siteKey, pending);
      return pending;
    },
    forget(siteKey) {
      generation += 1;
      loading.clear();
      if (siteKey === undefined) known.clear();
      else known.delete(siteKey);
    },
  };
};
