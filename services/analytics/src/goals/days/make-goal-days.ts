import { isUnavailable } from '@platform/database';
import type { Logger } from '@platform/runtime';

import type { LocalDay } from '../../calendar/local-day.ts';
import { UNFINISHED } from '../../stats/derived/derived-keeper.ts';
import { createPauses } from '../../stats/derived/pauses.ts';
import type { Site } from '../../stats/query/sums-request.ts';
import type { GoalRule } from '../goal.ts';
import type { GoalDaysStore } from './goal-days-store.ts';
import { rulesKey } from './rules-key.ts';

export interface MakeGoalDaysDeps {
  readonly store: Pick<GoalDaysStore, 'lacking' | 'make'>;
  /** The rules of each goal and funnel that a website has. */
  readonly listsOf: (websiteId: number) => Promise<readonly (readonly GoalRule[])[]>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** After so long, it is another website's turn. */
const TURN_MS = 5_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Makes a function that counts a settled day for each goal and funnel that it lacks. What can't be
 * counted is logged and left alone for a while, and the others are counted.
 */
export const createMakeGoalDays = ({ store, listsOf, logger, now }: MakeGoalDaysDeps) => {
  const ofRules = createPauses({ firstMs: MINUTE_MS, longestMs: HOUR_MS, now });
  // Longer, so that after a pause of the rules other days come first.
  const ofDays = createPauses({ firstMs: HOUR_MS, longestMs: 7 * DAY_MS, now });

  return async (site: Site, day: LocalDay): Promise<typeof UNFINISHED | undefined> => {
    const end = now() + TURN_MS;
    for (const rules of await store.lacking(site, day, await listsOf(site.id))) {
      const key = `${site.id} ${rulesKey(rules)}`;
      const keyOfDay = `${key} ${day}`;
      if (ofRules.isPaused(key) || ofDays.isPaused(keyOfDay)) continue;
      if (now() > end) return UNFINISHED;
      try {
        // Another process is counting this website's days.
        if (!(await store.make(site, day, rules))) return undefined;
        ofRules.succeeded(key);
        ofDays.succeeded(keyOfDay);
      } catch (error) {
        ofRules.failed(key);
        // Where PostgreSQL was away or full, it wasn't the day.
        if (!isUnavailable(error)) ofDays.failed(keyOfDay);
        logger.warn({ err: error, website_id: site.id, date: day }, 'goals of a day could not be made');
      }
    }
    return undefined;
  };
};
