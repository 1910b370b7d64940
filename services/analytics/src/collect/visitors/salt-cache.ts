import { LRUCache } from 'lru-cache';

import type { LocalDay } from '../../calendar/local-day.ts';
import { localDay } from '../../calendar/zone-day.ts';
import type { CollectSite } from '../sites/collect-site.ts';
import type { SaltsStore } from './salts-store.ts';

type Site = Pick<CollectSite, 'id' | 'timezone'>;

export interface SaltCache {
  /**
   * The salt of a website's day, created if there is none; null for a live day that is over.
   * Answers synchronously when it is remembered.
   */
  get(site: Site, day: LocalDay): Buffer | null | Promise<Buffer | null>;
  /** The salt if there is one. Never creates one. */
  peek(site: Site, day: LocalDay): Buffer | null | Promise<Buffer | null>;
  /** Takes salts out of memory whose time is over. Call it every minute. */
  forgetStale(): void;
  /** Forgets all salts: the database may have been restored to a time before they were made. */
  forget(): void;
}

interface Entry {
  readonly salt: Buffer | null;
  /** True when the day was live and is over: it gets no other salt. */
  readonly hasEnded: boolean;
}

/** A salt in use is read again this often, which also tells PostgreSQL that it is in use. */
const TTL_MILLISECONDS = 20 * 60_000;
const MISSING_TTL_MILLISECONDS = 10_000;

/**
 * Keeps salts in memory, for minutes only. PostgreSQL decides whether a salt exists, and when it
 * ends.
 */
export const createSaltCache = (store: SaltsStore, now: () => number = Date.now): SaltCache => {
  const known = new LRUCache<string, Entry>({ max: 50_000, ttl: TTL_MILLISECONDS });
  const loading = new Map<string, Promise<Buffer | null>>();
  let generation = 0;

  const load = async (key: string, site: Site, day: LocalDay): Promise<Buffer | null> => {
    const loadedIn = generation;
    try {
      const salt = await store.findOrCreate(site, day, day >= localDay(site.timezone, now()));
      if (loadedIn === generation) known.set(key, { salt, hasEnded: salt === null });
      return salt;
    } finally {
      loading.delete(key);
    }
  };

  return {
    get(site, day) {
      const key = `${site.id} ${day}`;
      const entry = known.get(key);
      if (entry && (entry.salt !== null || entry.hasEnded)) return entry.salt;
      const pending = loading.get(key) ?? load(key, site, day);
      loading.set(key, pending);
      return pending;
    },
    peek(site, day) {
      const key = `${site.id} ${day}`;
      const entry = known.get(key);
      if (entry) return entry.salt;
      const pending = loading.get(key);
      if (pending) return pending;
      const loadedIn = generation;
      return store.find(site.id, day).then((salt) => {
        if (loadedIn !== generation) return salt;
        known.set(
          key,
          { salt, hasEnded: false },
          { ttl: salt ? TTL_MILLISECONDS : MISSING_TTL_MILLISECONDS },
        );
        return salt;
      });
    },
    forgetStale() {
      known.purgeStale();
    },
    forget() {
      generation += 1;
      known.clear();
      loading.clear();
    },
  };
};
