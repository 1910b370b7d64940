import { hash } from 'node:crypto';

import { addDays, localDay } from '../../calendar/local-day.ts';
import type { Sender, VisitorIds } from '../hit.ts';
import type { CollectSite } from '../site-cache.ts';
import { VISIT_TIMEOUT_MS } from '../visits/visit.ts';
import type { SaltCache } from './salt-cache.ts';

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
