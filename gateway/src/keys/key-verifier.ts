import { isUnavailable } from '@platform/database';
import { unavailable } from '@platform/errors';
import { withDeadline } from '@platform/runtime';
import { isUsable, hashKey, isWellFormedKey, mayBeKey } from './api-key.ts';
import type { ApiKey } from './api-key.ts';
import type { KeysStore } from './keys-store.ts';
import { LRUCache } from 'lru-cache';

interface CachedKey {
  /** Null if no key has this hash. */
  key: ApiKey | null;
  /** The time at which it was read from the database, in milliseconds since the epoch. */
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
 * Keys by their hash. Hashes without a key have a separate cache, so that made-up keys cannot
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

interface KeyReaderDeps {
  store: Pick<KeysStore, 'findByHash'>;
  cache: KeyCache;
  now: () => number;
}

/**
 * Reads the key with a hash from the database; null if none has it. While the database cannot be
 * read, cached keys still count for a while.
 * @throws 503 with Retry-After if the key is not cached and the database cannot be read
 */
type KeyReader = (hash: string, entry: CachedKey | undefined) => Promise<ApiKey | null>;

/**
 * How long cached keys remain valid while the database is down. A failover takes minutes, and
 * refusing known keys meanwhile would turn it into an outage. The price: a gateway that alone lost
 * its database accepts a revoked key this long, and `gateway_dependency_up` shows it from the first
 * second.
 */
export const STALE_MILLISECONDS = 10 * 60_000;
/** For who is in the cache, slower reads count as failed: a hanging database holds up nobody known. */
const READ_MILLISECONDS = 1_000;
/** Of others nothing else is known, so a database that is only busy gets more time. */
const FIRST_READ_MILLISECONDS = 5_000;
/** The wait after a failed read before the next try. */
const PAUSE_MILLISECONDS = 500;

const tooLate = (): Error => unavailable('The database took too long.');

/** Reads keys into the cache. Requests that need the same key at the same time share one read. */
const createKeyReader = ({ store, cache, now }: KeyReaderDeps): KeyReader => {
  const reads = new Map<string, Promise<ApiKey | null>>();
  let pausedUntil = 0;

  const paused = (error: unknown): never => {
    pausedUntil = now() + PAUSE_MILLISECONDS;
    throw error;
  };

  const read = async (hash: string): Promise<ApiKey | null> => {
    const keep = cache.beginRead();
    try {
      const key = (await withDeadline(store.findByHash(hash), FIRST_READ_MILLISECONDS, tooLate)) ?? null;
      keep(hash, key);
      return key;
    } catch (error) {
      return paused(error);
    } finally {
      reads.delete(hash);
    }
  };

  const readOnce = (hash: string): Promise<ApiKey | null> => {
    const running = reads.get(hash) ?? read(hash);
    reads.set(hash, running);
    return running;
  };

  return async (hash, entry) => {
    const stale = entry && now() - entry.readAt < STALE_MILLISECONDS ? entry : undefined;
    if (stale && now() < pausedUntil) return stale.key;
    try {
      if (now() < pausedUntil) throw unavailable('Keys cannot be checked at the moment.');
      const reading = readOnce(hash);
      return await (stale ? withDeadline(reading, READ_MILLISECONDS, tooLate).catch(paused) : reading);
    } catch (error) {
      // A change announced during the read has removed or revoked the entry, so look it up again.
      const current = stale && cache.get(hash);
      if (current) return current.key;
      if (isUnavailable(error)) throw unavailable('Keys cannot be checked at the moment.', { cause: error });
      throw error;
    }
  };
};

interface KeyVerifierDeps {
  store: Pick<KeysStore, 'findByHash'>;
  cache: KeyCache;
  /**
   * False while the database does not announce changes of keys; cached keys then expire after half
   * a second.
   */
  isListening: () => boolean;
  now?: () => number;
}

export interface KeyVerifier {
  /** The key with this text, if it is known without reading the database and may be used now. */
  recall(text: string): ApiKey | undefined;
  /**
   * The key with this text, if it may be used now.
   * @param mayRead called before reading the database; throws if this client must not cause a read
   * @throws 503 with Retry-After if the key is not cached and the database cannot be read
   */
  verify(text: string, mayRead: () => void): Promise<ApiKey | undefined>;
  /** The same for the hash of a key. */
  verifyHash(hash: string, mayRead: () => void): Promise<ApiKey | undefined>;
}

/** How long a cached key is used without reading it again, while the database announces changes. */
const FRESH_MILLISECONDS = 30_000;
/** The same while it does not: a revocation must take effect within a second. */
const FRESH_UNANNOUNCED_MILLISECONDS = 500;

/**
 * Finds the key that belongs to a text. Malformed keys and cached ones are decided without reading
 * the database.
 */
export const createKeyVerifier = (deps: KeyVerifierDeps): KeyVerifier => {
  const { store, cache, isListening, now = Date.now } = deps;
  const read = createKeyReader({ store, cache, now });

  const isFresh = ({ readAt, outdated }: CachedKey): boolean =>
    !outdated && now() - readAt < (isListening() ? FRESH_MILLISECONDS : FRESH_UNANNOUNCED_MILLISECONDS);

  const verifyHash: KeyVerifier['verifyHash'] = async (hash, mayRead) => {
    const entry = cache.get(hash);
    if (entry && isFresh(entry)) return entry.key && isUsable(entry.key, now()) ? entry.key : undefined;
    if (!entry?.key) mayRead();
    const key = await read(hash, entry);
    return key && isUsable(key, now()) ? key : undefined;
  };

  return {
    recall(text) {
      // Cached keys were well-formed, so the checksum need not be computed again.
      const entry = mayBeKey(text) ? cache.get(hashKey(text)) : undefined;
      return entry?.key && isFresh(entry) && isUsable(entry.key, now()) ? entry.key : undefined;
    },
    verifyHash,
    verify: (text, mayRead) =>
      isWellFormedKey(text) ? verifyHash(hashKey(text), mayRead) : Promise.resolve(undefined),
  };
};
