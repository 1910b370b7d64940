import { LRUCache } from 'lru-cache';

import type { ApiKey } from './api-key.ts';

export interface CachedKey {
  /** Null if no key has this hash. */
  key: ApiKey | null;
  /** When it was read from the database, in milliseconds since the epoch. */
  readAt: number;
  /** True if a change may have been missed since. */
  outdated: boolean;
}

export interface KeyCache {
  get(hash: string): CachedKey | undefined;
  /**
   * Marks the start of a read. The returned function caches its result, unless a change was
   * announced in between.
   */
  beginRead(): (hash: string, key: ApiKey | null) => void;
  /** Drops a key that changed, so that it is read again. */
  forget(keyId: string): void;
  /** Marks a key as revoked, so that it stays refused even if the database goes down. */
  revoke(keyId: string): void;
  /** Changes may have been missed: every key is read again as soon as the database allows. */
  markOutdated(): void;
}

const KNOWN_KEYS = 20_000;
const UNKNOWN_HASHES = 10_000;

/**
 * Keys by their hash. Hashes without a key have a cache of their own, so that made-up keys cannot
 * evict the ones in use.
 */
export const createKeyCache = (now: () => number = Date.now): KeyCache => {
  const hashes = new Map<string, string>();
  const unknown = new LRUCache<string, CachedKey>({ max: UNKNOWN_HASHES });
  const known = new LRUCache<string, CachedKey & { key: ApiKey }>({
    max: KNOWN_KEYS,
    dispose: ({ key }, _hash, reason) => {
      if (reason !== 'set') hashes.delete(key.id);
    },
  });
  let changes = 0;

  return {
    get: (hash) => known.get(hash) ?? unknown.get(hash),
    beginRead() {
      const before = changes;
      return (hash, key) => {
        if (changes !== before) return;
        const entry = { readAt: now(), outdated: false };
        if (key === null) {
          known.delete(hash);
          unknown.set(hash, { key, ...entry });
        } else {
          unknown.delete(hash);
          known.set(hash, { key, ...entry });
          hashes.set(key.id, hash);
        }
      };
    },
    forget(keyId) {
      changes += 1;
      const hash = hashes.get(keyId);
      if (hash !== undefined) known.delete(hash);
    },
    revoke(keyId) {
      changes += 1;
      const hash = hashes.get(keyId);
      const entry = hash === undefined ? undefined : known.peek(hash);
      if (entry) entry.key = { ...entry.key, revokedAt: new Date(now()) };
    },
    markOutdated() {
      changes += 1;
      for (const entry of known.values()) entry.outdated = true;
      unknown.clear();
    },
  };
};
