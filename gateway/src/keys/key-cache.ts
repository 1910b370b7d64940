import { LRUCache } from 'lru-cache';

import type { ApiKey } from './api-key.ts';

export interface CachedKey {
  /** Null for a hash that belongs to no key. */
  key: ApiKey | null;
  /** When the database said so, in milliseconds since the epoch. */
  readAt: number;
  /** A change may have been missed since. */
  outdated: boolean;
}

export interface KeyCache {
  get(hash: string): CachedKey | undefined;
  /** Marks the beginning of a read; the function keeps its result, unless a change was announced meanwhile. */
  beginRead(): (hash: string, key: ApiKey | null) => void;
  /** The key changed: what was known of it is never used again. */
  forget(keyId: string): void;
  /** The key was revoked: it is refused from now on, whatever happens to the database. */
  revoke(keyId: string): void;
  /** Changes may have been missed: all is to be read again where it can be. */
  markOutdated(): void;
}

const KNOWN_KEYS = 20_000;
const UNKNOWN_HASHES = 10_000;

/**
 * What this gateway knows of keys, by their hash. Unknown hashes have room of their own, so that inventing keys doesn't
 * push out the ones that are in use.
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
