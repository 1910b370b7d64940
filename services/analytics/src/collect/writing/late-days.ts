import { addDays } from '../../calendar/local-day.ts';
import type { LocalDay } from '../../calendar/local-day.ts';
import { localDay, utcDay } from '../../calendar/zone-day.ts';
import type { Assignment } from '../visits/assignment-types.ts';

/** A website's local day that a batch was late for. */
export interface LateDay {
  readonly websiteId: number;
  readonly day: LocalDay;
}

/**
 * Anything younger is from today or yesterday in every zone, even when a clock was changed. This
 * saves asking the calendar.
 */
const SURELY_RECENT_MS = 20 * 3_600_000;

/** A visit's events lie on two days at most: engagement may arrive after its last page view. */
const DAY_MS = 24 * 3_600_000;

/** How far the world's clocks are behind UTC and ahead of it, at most. */
const MOST_BEHIND_MS = 12 * 3_600_000;
const MOST_AHEAD_MS = 14 * 3_600_000;

/**
 * The days before yesterday that a batch changes: the days of its events, and every day on which
 * its changed visits may have continued. One row a day, sorted by website and day, so that all
 * writers lock rows in the same order.
 *
 * A day counts in every zone in which it was that day. The website's zone may change while the
 * batch is on its way, or change back later; sums made in another zone must not pass for valid
 * then.
 *
 * What is derived from settled days (src/stats/derived/settled-days.ts) covers days before the day
 * before yesterday. A writer would have to be a whole day behind to take a settled day for a recent
 * one.
 * @param now milliseconds since 1970
 */
export const lateDays = (
  { events, visits }: Pick<Assignment, 'events' | 'visits'>,
  now: number,
): readonly LateDay[] => {
  const found = new Map<string, LateDay>();
  const isRecent = (instant: number): boolean => instant >= now - SURELY_RECENT_MS;

  const note = (websiteId: number, timezone: string, from: number, to: number): void => {
    const yesterday = addDays(localDay(timezone, now), -1);
    if (localDay(timezone, from) >= yesterday) return;
    const last = utcDay(to + MOST_AHEAD_MS);
    for (let day = utcDay(from - MOST_BEHIND_MS); day <= last && day < yesterday; day = addDays(day, 1))
      found.set(`${websiteId} ${day}`, { websiteId, day });
  };

  for (const { websiteId, timezone, ts } of events) if (!isRecent(ts)) note(websiteId, timezone, ts, ts);
  for (const { after, timezone } of visits)
    if (!isRecent(after.startedAt))
      note(after.websiteId, timezone, after.startedAt, Math.max(after.lastAt, after.startedAt + DAY_MS));
  return [...found.values()].sort((a, b) => a.websiteId - b.websiteId || (a.day < b.day ? -1 : 1));
};
