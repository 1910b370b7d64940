import { dayAfter, dayBefore, localDay, utcDay } from './local-day.ts';
import type { LocalDay } from './local-day.ts';
import type { Assignment } from './visit-assignment.ts';

/** A website's local day that a batch has come late for. */
export interface LateDay {
  readonly websiteId: number;
  readonly day: LocalDay;
}

/** What is no older lies today or yesterday in every zone, also when a clock was changed: no calendar has to be asked. */
const SURELY_RECENT_MS = 20 * 3_600_000;

/** A visit has its events on no more than two days: engagement may be reported after its last page view. */
const DAY_MS = 24 * 3_600_000;

/** How far the clocks of the world are behind UTC and ahead of it, at most. */
const MOST_BEHIND_MS = 12 * 3_600_000;
const MOST_AHEAD_MS = 14 * 3_600_000;

/**
 * The days before yesterday that a batch changes something of: the days of its events, and of its changed visits every day on which
 * they may have gone on. One row per day, sorted by website and day: all writers then lock rows in the same order.
 *
 * Noted are the days on which that was in any zone: the website's may be changed while the batch is on its way, or changed back later, and
 * sums that were made in another zone must not be taken for true then.
 *
 * What is derived from days that are over (src/stats/settled-days.ts) is made of days before the day before yesterday. So a
 * writer that takes a day for a recent one would have to be a whole day behind whoever takes it for settled.
 * @param now milliseconds since 1970
 */
export const lateDays = (
  { events, visits }: Pick<Assignment, 'events' | 'visits'>,
  now: number,
): readonly LateDay[] => {
  const found = new Map<string, LateDay>();
  const isRecent = (instant: number): boolean => instant >= now - SURELY_RECENT_MS;

  const note = (websiteId: number, timezone: string, from: number, to: number): void => {
    const yesterday = dayBefore(localDay(timezone, now));
    if (localDay(timezone, from) >= yesterday) return;
    const last = utcDay(to + MOST_AHEAD_MS);
    for (let day = utcDay(from - MOST_BEHIND_MS); day <= last && day < yesterday; day = dayAfter(day))
      found.set(`${websiteId} ${day}`, { websiteId, day });
  };

  for (const { websiteId, timezone, ts } of events) if (!isRecent(ts)) note(websiteId, timezone, ts, ts);
  for (const { after, timezone } of visits)
    if (!isRecent(after.startedAt))
      note(after.websiteId, timezone, after.startedAt, Math.max(after.lastAt, after.startedAt + DAY_MS));
  return [...found.values()].sort((a, b) => a.websiteId - b.websiteId || (a.day < b.day ? -1 : 1));
};
