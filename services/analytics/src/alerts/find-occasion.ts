import { spanOf } from '../calendar/date-range.ts';
import type { Span } from '../calendar/date-range.ts';
import { addDays, addMonths } from '../calendar/local-day.ts';
import { localDay, QUARTER_MS } from '../calendar/zone-day.ts';
import type { Conversions, Goal, GoalRule } from '../goals/goal.ts';
import type { AlertRule, Occasion } from './alert.ts';
import type { AlertWatchStore, DueAlert } from './alert-watch-store.ts';

export interface FindOccasionDeps {
  readonly store: Pick<AlertWatchStore, 'visits' | 'lastQuarter'>;
  readonly goals: {
    find(websiteId: number, id: number): Promise<Goal | undefined>;
    conversions(websiteId: number, goal: GoalRule, span: Span): Promise<Conversions>;
  };
}

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
/** So many weeks are looked back, and in so many of them there must have been something. */
const WEEKS = 4;
const BUSY_WEEKS = 3;

const endsOf = (rule: AlertRule & { type: 'goal' }, timezone: string, now: number) => {
  const day = localDay(timezone, now);
  if (rule.period === 'day') return { key: day, range: { from: day, to: day } };
  const from = `${day.slice(0, 7)}-01`;
  return { key: day.slice(0, 7), range: { from, to: addDays(addMonths(from, 1), -1) } };
};

/**
 * Looks whether there is something to tell.
 * @param now milliseconds since 1970
 * @returns undefined if there isn't, or if a goal was deleted
 */
export const findOccasion = async (
  { store, goals }: FindOccasionDeps,
  { rule, websiteId, timezone }: Pick<DueAlert, 'rule' | 'websiteId' | 'timezone'>,
  now: number,
): Promise<Occasion | undefined> => {
  switch (rule.type) {
    case 'spike': {
      const count = await store.visits(websiteId, { start: now - HOUR, end: now });
      return count >= rule.threshold ? { count, key: localDay(timezone, now) } : undefined;
    }
    case 'silence': {
      // Sums are kept by quarters of an hour: one that began this long ago may reach into the hours.
      const length = rule.hours * HOUR + QUARTER_MS;
      const last = await store.lastQuarter(websiteId, now + HOUR);
      if (last === undefined || last.getTime() > now - length) return undefined;
      let busy = 0;
      for (let week = 1; week <= WEEKS; week += 1) {
        const end = now - week * WEEK;
        const before = await store.lastQuarter(websiteId, end);
        if (before !== undefined && before.getTime() >= end - rule.hours * HOUR) busy += 1;
      }
      return busy >= BUSY_WEEKS ? { count: rule.hours, key: `since ${last.toISOString()}` } : undefined;
    }
    case 'goal': {
      const goal = await goals.find(websiteId, rule.goal);
      if (goal === undefined) return undefined;
      const { key, range } = endsOf(rule, timezone, now);
      const { conversions } = await goals.conversions(websiteId, goal, spanOf(range, timezone));
      return conversions >= rule.threshold ? { key, count: conversions } : undefined;
    }
  }
};
