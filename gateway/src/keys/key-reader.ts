import { isUnavailable } from '@platform/database';
import { unavailable } from '@platform/errors';
import { withDeadline } from '@platform/runtime';

import type { ApiKey } from './api-key.ts';
import type { CachedKey, KeyCache } from './key-cache.ts';
import type { KeysStore } from './keys-store.ts';

export interface KeyReaderDeps {
  store: Pick<KeysStore, 'findByHash'>;
  cache: KeyCache;
  now: () => number;
}

/**
 * The key with a hash, from the database; null if there is none. While the database cannot be read,
 * what is cached still counts for a while.
 * @throws 503 with Retry-After if the key is not cached and the database cannot be read
 */
export type KeyReader = (hash: string, entry: CachedKey | undefined) => Promise<ApiKey | null>;

/** How long cached keys remain valid while the database is down. */
export const STALE_MILLISECONDS = 10 * 60_000;
/** Slower reads count as failed, so that a hanging database does not hold up requests. */
const READ_MILLISECONDS = 1_000;
/** How long to wait after a failed read before trying again. */
const PAUSE_MILLISECONDS = 500;

const tooLate = (): Error => unavailable('The database took too long.');

/** Reads keys into the cache. Requests that need the same key at the same time share one read. */
export const createKeyReader = ({ store, cache, now }: KeyReaderDeps): KeyReader => {
  const reads = new Map<string, Promise<ApiKey | null>>();
  let pausedUntil = 0;

  const read = async (hash: string): Promise<ApiKey | null> => {
    const keep = cache.beginRead();
    try {
      const key = (await withDeadline(store.findByHash(hash), READ_MILLISECONDS, tooLate)) ?? null;
      keep(hash, key);
      return key;
    } catch (error) {
      pausedUntil = now() + PAUSE_MILLISECONDS;
      throw error;
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
      return await readOnce(hash);
    } catch (error) {
      // A change announced during the read has removed or revoked the entry, so look it up again.
      const current = stale && cache.get(hash);
      if (current) return current.key;
      if (isUnavailable(error)) throw unavailable('Keys cannot be checked at the moment.', { cause: error });
      throw error;
    }
  };
};
