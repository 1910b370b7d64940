import { hash } from 'node:crypto';

import type { CollectSite } from './collect-site.ts';
import type { Sender } from './hit.ts';
import { dayBefore, localDay } from './local-day.ts';
import type { LocalDay } from './local-day.ts';
import type { SaltCache } from './salt-cache.ts';

export interface VisitorIds {
  readonly day: LocalDay;
  readonly visitor: string;
  readonly previousVisitor: string | null;
}

/** A visit ends when nothing was heard of it for so long. */
export const VISIT_TIMEOUT_MS = 30 * 60_000;

/**
 * The visitor's id: 64 bits of SHA-256 over the salt of website and day, address and user agent. Without the salt, which is
 * random and destroyed after the day, it tells nothing and can't be made again.
 */
const visitorId = (salt: Buffer, { address, userAgent }: Sender): string =>
  hash('sha256', Buffer.concat([salt, Buffer.from(`${address}\n${userAgent}`)]), 'buffer')
    .readBigInt64BE(0)
    .toString();

/**
 * Who sent something at `ts`: the visitor of the local day, and within a visit's timeout after midnight also the one
 * of the day before, whose visit may go on. Answers at once when the salts are remembered.
 */
export const identify = (
  salts: SaltCache,
  site: Pick<CollectSite, 'id' | 'timezone'>,
  sender: Sender,
  ts: number,
): VisitorIds | Promise<VisitorIds> => {
  const day = localDay(site.timezone, ts);
  const salt = salts.get(site, day);
  const isNearMidnight = localDay(site.timezone, ts - VISIT_TIMEOUT_MS) !== day;
  const previous = isNearMidnight ? salts.peek(site, dayBefore(day)) : null;
  const toIds = (today: Buffer, yesterday: Buffer | null): VisitorIds => ({
    day,
    visitor: visitorId(today, sender),
    previousVisitor: yesterday && visitorId(yesterday, sender),
  });
  if (salt instanceof Promise || previous instanceof Promise)
    return Promise.all([salt, previous]).then(([today, yesterday]) => toIds(today, yesterday));
  return toIds(salt, previous);
};
