import { isUnavailable } from '@platform/database';
import { unavailable } from '@platform/errors';

import { isUsable } from './api-key.ts';
import type { ApiKey } from './api-key.ts';
import type { CachedKey, KeyCache } from './key-cache.ts';
import { hashKey, isWellFormedKey } from './key-format.ts';
import type { KeysStore } from './keys-store.ts';

export interface KeyVerifierDeps {
  store: Pick<KeysStore, 'findByHash'>;
  cache: KeyCache;
  /** False while changes of keys are not heard of; what is cached is then read again after half a second. */
  hearsOfChanges: () => boolean;
  now?: () => number;
}

export interface KeyVerifier {
  /**
   * The key, if it may be used now.
   * @param mayRead asked before the database is; it throws if this client may not cause a read
   * @throws 503 with Retry-After if the key is not cached and the database can't be asked
   */
  verify(text: string, mayRead: () => void): Promise<ApiKey | undefined>;
}

/** How long an entry is used without asking again, while changes are announced by the database. */
const FRESH_MILLISECONDS = 30_000;
/** The same while they are not: a revocation must be noticed within a second. */
const FRESH_UNHEARD_MILLISECONDS = 500;
/** How long cached keys go on being accepted while the database is down. */
export const STALE_MILLISECONDS = 10 * 60_000;
/** A read that takes longer counts as failed, so that a frozen database doesn't hold requests. */
const READ_MILLISECONDS = 1_000;
/** After a failed read the database is left alone for this long. */
const PAUSE_MILLISECONDS = 500;

const withDeadline = async <Value>(work: Promise<Value>): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(unavailable('The database took too long.'));
    }, READ_MILLISECONDS);
  });
  return Promise.race([work, late]).finally(() => {
    clearTimeout(timer);
  });
};

/** Tells which key a text is, from memory where it can: malformed keys and known ones cost no read. */
export const createKeyVerifier = (deps: KeyVerifierDeps): KeyVerifier => {
  const { store, cache, hearsOfChanges, now = Date.now } = deps;
  const reads = new Map<string, Promise<ApiKey | null>>();
  let pausedUntil = 0;

  const isFresh = ({ readAt, outdated }: CachedKey): boolean =>
    !outdated && now() - readAt < (hearsOfChanges() ? FRESH_MILLISECONDS : FRESH_UNHEARD_MILLISECONDS);

  const startRead = (hash: string): Promise<ApiKey | null> => {
    const keep = cache.beginRead();
    const read = withDeadline(store.findByHash(hash))
      .then((key) => {
        keep(hash, key ?? null);
        return key ?? null;
      })
      .catch((error: unknown) => {
        pausedUntil = now() + PAUSE_MILLISECONDS;
        throw error;
      })
      .finally(() => {
        reads.delete(hash);
      });
    reads.set(hash, read);
    return read;
  };

  const load = async (hash: string, entry: CachedKey | undefined): Promise<ApiKey | null> => {
    const stale = entry && now() - entry.readAt < STALE_MILLISECONDS ? entry : undefined;
    if (stale && now() < pausedUntil) return stale.key;
    try {
      if (now() < pausedUntil) throw unavailable('Keys can not be checked at the moment.');
      return await (reads.get(hash) ?? startRead(hash));
    } catch (error) {
      // A change that was announced during the read has taken the entry away, or revoked it.
      const current = stale && cache.get(hash);
      if (current) return current.key;
      if (isUnavailable(error)) throw unavailable('Keys can not be checked at the moment.', { cause: error });
      throw error;
    }
  };

  return {
    async verify(text, mayRead) {
      if (!isWellFormedKey(text)) return undefined;
      const hash = hashKey(text);
      const entry = cache.get(hash);
      if (entry && isFresh(entry)) return entry.key && isUsable(entry.key, now()) ? entry.key : undefined;
      if (!entry?.key) mayRead();
      const key = await load(hash, entry);
      return key && isUsable(key, now()) ? key : undefined;
    },
  };
};
