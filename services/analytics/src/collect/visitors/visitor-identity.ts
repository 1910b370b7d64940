import { hash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import { addDays, localDay } from '../../calendar/local-day.ts';
import type { LocalDay } from '../../calendar/local-day.ts';
import type { Sender, VisitorIds } from '../hit.ts';
import type { CollectSite } from '../site-cache.ts';
import { VISIT_TIMEOUT_MS } from '../visits/visit.ts';
import { endOfLiveSalt } from './salt-ends-store.ts';
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
  /** Milliseconds since 1970; until then the salt may be used without asking. */
  readonly until: number;
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

  /** A live day's salt is forgotten when the day is over, before it is destroyed. */
  const entryOf = (site: Site, day: LocalDay, salt: Buffer | null, hasEnded: boolean): Entry => {
    const endsAt = endOfLiveSalt(site.timezone, day);
    return { salt, hasEnded, until: endsAt > now() ? endsAt : Infinity };
  };

  const isLive = (site: Site, day: LocalDay): boolean => day >= localDay(site.timezone, now());

  const load = async (key: string, site: Site, day: LocalDay): Promise<Buffer | null> => {
    const loadedIn = generation;
    try {
      const salt = await store.findOrCreate(site, day, isLive(site, day));
      if (loadedIn === generation) known.set(key, entryOf(site, day, salt, salt === null));
      return salt;
    } finally {
      loading.delete(key);
    }
  };

  return {
    get(site, day) {
      const key = `${site.id} ${day}`;
      const entry = known.get(key);
      if (entry?.salt && now() < entry.until) return entry.salt;
      // In another time zone, a day that was over may go on.
      if (entry?.hasEnded === true && !isLive(site, day)) return null;
      const pending = loading.get(key) ?? load(key, site, day);
      loading.set(key, pending);
      return pending;
    },
    peek(site, day) {
      const key = `${site.id} ${day}`;
      const entry = known.get(key);
      if (entry && now() < entry.until) return entry.salt;
      const pending = loading.get(key);
      if (pending) return pending;
      const loadedIn = generation;
      return store.find(site, day).then((salt) => {
        if (loadedIn !== generation) return salt;
        // It was made while this was read.
        const made = known.get(key)?.salt ?? loading.get(key);
        if (salt === null && made) return made;
        known.set(key, entryOf(site, day, salt, false), {
          ttl: salt ? TTL_MILLISECONDS : MISSING_TTL_MILLISECONDS,
        });
        return salt;
      });
    },
    forgetStale() {
      known.purgeStale();
      for (const [key, { until }] of known.entries()) if (until <= now()) known.delete(key);
    },
    forget() {
      generation += 1;
      known.clear();
      loading.clear();
    },
  };
};

/**
 * The visitor's id: 64 bits of SHA-256 over the salt of website and day, and the address and the user
 * agent, or the id that the website's own server has for the visitor. The salt is random and destroyed after the day. Without it the id says nothing, and nobody
 * can compute it again.
 */
const visitorId = (salt: Buffer, { address, userAgent, visitor }: Sender): string =>
  hash(
    'sha256',
    // No address begins with a line break, so no id can be taken for one.
    Buffer.concat([salt, Buffer.from(visitor === undefined ? `${address}\n${userAgent}` : `\n${visitor}`)]),
    'buffer',
  )
    .readBigInt64BE(0)
    .toString();

/** A hit within this age is as good as live: nobody can have been here on the day after it. */
const LIVE_MS = 60_000;

/**
 * Identifies the sender of something at `ts`: the visitor of the local day and, while a visit may
 * continue across midnight, the same visitor's ids on the adjacent days. Answers synchronously when
 * the salts are cached.
 * @param now milliseconds since 1970, like `ts`
 * @returns null for a live day that is over: its salt was destroyed
 */
export const identify = (
  salts: SaltCache,
  site: Pick<CollectSite, 'id' | 'timezone'>,
  sender: Sender,
  ts: number,
  now: number,
): VisitorIds | null | Promise<VisitorIds | null> => {
  const day = localDay(site.timezone, ts);
  const isAfterMidnight = localDay(site.timezone, ts - VISIT_TIMEOUT_MS) !== day;
  const isBeforeMidnight = ts < now - LIVE_MS && localDay(site.timezone, ts + VISIT_TIMEOUT_MS) !== day;
  const today = salts.get(site, day);
  const before = isAfterMidnight ? salts.peek(site, addDays(day, -1)) : null;
  const after = isBeforeMidnight ? salts.peek(site, addDays(day, 1)) : null;
  const toIds = (own: Buffer | null, earlier: Buffer | null, later: Buffer | null): VisitorIds | null =>
    own && {
      day,
      visitor: visitorId(own, sender),
      previousVisitor: earlier && visitorId(earlier, sender),
      nextVisitor: later && visitorId(later, sender),
    };
  if (today instanceof Promise || before instanceof Promise || after instanceof Promise)
    return Promise.all([today, before, after]).then((salt) => toIds(...salt));
  return toIds(today, before, after);
};
