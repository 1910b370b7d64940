import { localDay, QUARTER_MS } from '../calendar/zone-day.ts';
import type { GoalCounts } from '../goals/days/goal-counts.ts';
import type { Goal } from '../goals/goal.ts';
import type { Occasion } from './alert.ts';
import type { AlertWatchStore, DueAlert } from './alert-watch-store.ts';

export interface FindOccasionDeps {
  readonly store: Pick<AlertWatchStore, 'visits' | 'lastQuarter' | 'told'>;
  readonly goals: { find(websiteId: number, id: number): Promise<Goal | undefined> };
  /** Knows the days that are over without counting them again. */
  readonly counts: Pick<GoalCounts, 'count'>;
}

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
/** So many weeks are looked back, and in so many of them there must have been something. */
const WEEKS = 4;
const BUSY_WEEKS = 3;

/** Keys of the first rule are those of versions that knew no others. */
const keyOf = (occasion: string, ruleVersion: number): string =>
  ruleVersion === 1 ? occasion : `${occasion} v${ruleVersion}`;

const versionOf = (key: string): number => Number(/ v(\d+)$/.exec(key)?.[1] ?? 1);

/**
 * Looks whether there is something to tell.
 * @param now milliseconds since 1970
 * @returns undefined if there isn't, if it was told already, or if a goal was deleted
 */
export const findOccasion = async (
  { store, goals, counts }: FindOccasionDeps,
  alert: Pick<DueAlert, 'id' | 'rule' | 'ruleVersion' | 'websiteId' | 'timezone'>,
  now: number,
): Promise<Occasion | undefined> => {
  const { rule, ruleVersion, websiteId, timezone } = alert;
  const today = localDay(timezone, now);
  const hourAgo = new Date(now - HOUR);
  switch (rule.type) {
    case 'spike': {
      const key = keyOf(today, ruleVersion);
      const told = await store.told(alert, key, hourAgo);
      // Within the hour the visits may be those that were told yesterday.
      if (told.some((each) => each === key || versionOf(each) === ruleVersion)) return undefined;
      const count = await store.visits(websiteId, { start: now - HOUR, end: now });
      return count >= rule.threshold ? { count, key } : undefined;
    }
    case 'silence': {
      // Sums are kept by quarters of an hour: one that began this long ago may reach into the hours.
      const length = rule.hours * HOUR + QUARTER_MS;
      const last = await store.lastQuarter(websiteId, now + HOUR);
      if (last === undefined || last.getTime() > now - length) return undefined;
      const key = keyOf(`since ${last.toISOString()}`, ruleVersion);
      if ((await store.told(alert, key, hourAgo)).includes(key)) return undefined;
      let busy = 0;
      for (let week = 1; week <= WEEKS; week += 1) {
        const end = now - week * WEEK;
        const before = await store.lastQuarter(websiteId, end);
        if (before !== undefined && before.getTime() >= end - rule.hours * HOUR) busy += 1;
      }
      return busy >= BUSY_WEEKS ? { count: rule.hours, key } : undefined;
    }
    case 'goal': {
      const month = today.slice(0, 7);
      const key = keyOf(rule.period === 'day' ? today : month, ruleVersion);
      if ((await store.told(alert, key, hourAgo)).includes(key)) return undefined;
      const goal = await goals.find(websiteId, rule.goal);
      if (goal === undefined) return undefined;
      const range = { from: rule.period === 'day' ? today : `${month}-01`, to: today };
      const { conversions } = await counts.count({ id: websiteId, timezone }, [goal], range);
      return conversions >= rule.threshold ? { key, count: conversions } : undefined;
    }
  }
};
