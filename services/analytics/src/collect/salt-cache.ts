import { LRUCache } from 'lru-cache';

import type { CollectSite } from './collect-site.ts';
import { localDay } from './local-day.ts';
import type { LocalDay } from './local-day.ts';
import type { SaltsStore } from './salts-store.ts';

type Site = Pick<CollectSite, 'id' | 'timezone'>;

export interface SaltCache {
  /** The salt of a website's day, made if there is none. Answers at once when it is remembered. */
  get(site: Site, day: LocalDay): Buffer | Promise<Buffer>;
  /** The salt if there is one; never makes one. */
  peek(site: Site, day: LocalDay): Buffer | null | Promise<Buffer | null>;
  /** Takes salts out of memory whose time is over; to be called every minute. */
  forgetStale(): void;
}

interface Entry {
  readonly salt: Buffer | null;
}

/** A salt in use is read again so often, which also tells PostgreSQL that it is in use. */
const TTL_MILLISECONDS = 20 * 60_000;
const MISSING_TTL_MILLISECONDS = 10_000;

/** Keeps the salts of the day in memory, for minutes only: the truth and the end of a salt are in PostgreSQL. */
export const createSaltCache = (store: SaltsStore, now: () => number = Date.now): SaltCache => {
  const known = new LRUCache<string, Entry>({ max: 50_000, ttl: TTL_MILLISECONDS });
  const loading = new Map<string, Promise<Buffer>>();

  const load = async (key: string, site: Site, day: LocalDay): Promise<Buffer> => {
    try {
      const salt = await store.findOrCreate(site.id, day, day >= localDay(site.timezone, now()));
      known.set(key, { salt });
      return salt;
    } finally {
      loading.delete(key);
    }
  };

  return {
    get(site, day) {
      const key = `${site.id} ${day}`;
      const salt = known.get(key)?.salt;
      if (salt) return salt;
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
      return store.find(site.id, day).then((salt) => {
        known.set(key, { salt }, { ttl: salt ? TTL_MILLISECONDS : MISSING_TTL_MILLISECONDS });
        return salt;
      });
    },
    forgetStale() {
      known.purgeStale();
    },
  };
};
