import { LRUCache } from 'lru-cache';

import { createParamExclusions } from '../exclusions/rules/exclude-params.ts';
import type { ParamExclusions } from '../exclusions/rules/exclude-params.ts';
import { createAddressMatcher, splitLines } from '../exclusions/rules/line-list.ts';
import { createStorageRules } from '../exclusions/rules/storage-rules.ts';
import type { StorageRules } from '../exclusions/rules/storage-rules.ts';
import type { Website, Spelling } from '../websites/website.ts';

/** A website as the collect pipeline needs it: its exclusions compiled to tests. */
export interface CollectSite extends ParamExclusions {
  readonly id: number;
  readonly organisation: string;
  readonly domain: string;
  readonly timezone: string;
  readonly retentionMonths: number | null;
  readonly excludesBots: boolean;
  readonly isExcludedAddress: (address: string) => boolean;
  /** True for the website's own proxies, which say where a hit came from. */
  readonly isTrustedProxy: (address: string) => boolean;
  readonly serverKeyHash: string | null;
  readonly spelling: Spelling;
  readonly rules: StorageRules;
}

/** Compiles a website's exclusions. */
export const toCollectSite = (website: Website): CollectSite => ({
  id: website.id,
  organisation: website.organisation,
  domain: website.domain,
  timezone: website.timezone,
  retentionMonths: website.retentionMonths,
  excludesBots: website.excludeBots === 1,
  isExcludedAddress: createAddressMatcher(splitLines(website.excludeIps ?? '')),
  isTrustedProxy: createAddressMatcher(splitLines(website.trustedProxies ?? '')),
  serverKeyHash: website.serverKeyHash,
  spelling: website,
  rules: createStorageRules(website),
  ...createParamExclusions(website.excludeParams),
});

export interface SiteCache {
  /** The website of a key, or null. Answers synchronously when it is remembered. */
  get(siteKey: string): CollectSite | null | Promise<CollectSite | null>;
  /** Forgets a website that has changed, or all of them. */
  forget(siteKey?: string): void;
  /** Ids of the websites that were asked for last, at most `count`. */
  recent(count: number): readonly number[];
}

interface Entry {
  readonly site: CollectSite | null;
}

/** How long a change goes unnoticed when its notification was lost. */
const TTL_MILLISECONDS = 30_000;

/**
 * Remembers websites by their keys, and keys that belong to none. PostgreSQL tells of changes
 * (`WEBSITES_CHANNEL`). An answer that was being read while a change was told is not remembered.
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
    recent(count) {
      const ids: number[] = [];
      for (const { site } of known.values()) {
        if (ids.length >= count) break;
        if (site) ids.push(site.id);
      }
      return ids;
    },
    forget(siteKey) {
      generation += 1;
      loading.clear();
      if (siteKey === undefined) known.clear();
      else known.delete(siteKey);
    },
  };
};
