import type { Condition, Filter } from '../stats/query/filter.ts';
import type { GoalRule, Conversions, ConversionsOfPeriod, ConversionsOfValue, Goal } from './goal.ts';

interface Rated {
  /** Converters divided by visitors, 0 to 1; null without visitors. */
  readonly rate: number | null;
}

/** A goal with what came of it in the days asked for. */
export interface CountedGoal extends Goal, Conversions, Rated {
  readonly values?: readonly (ConversionsOfValue & Rated)[];
  /** Each day or month of the days asked for. */
  readonly periods?: readonly (ConversionsOfPeriod & Rated)[];
}

/** Converters divided by visitors, 0 to 1; null without visitors. */
export const rateOf = (converters: number, visitors: number): number | null =>
  visitors === 0 ? null : Number((converters / visitors).toFixed(4));

/** The pages or events that a goal's pattern fits. */
export const patternFilter = (dimension: Condition['dimension'], pattern: string): Filter => ({
  dimension,
  operator: pattern.includes('*') ? 'matches' : 'is',
  values: [pattern],
});

/** Returns conversions as a filter; undefined for scroll and time, which are sums over several events. */
export const goalFilter = ({ type, pattern, property, propertyValue }: GoalRule): Filter | undefined => {
  if (type === 'page') return patternFilter('page', pattern);
  if (type !== 'event') return undefined;
  const event = patternFilter('event', pattern);
  if (property === null) return event;
  const dimension = `prop:${property}` as const;
  const has: Filter =
    propertyValue === null
      ? { dimension, operator: 'is_not', values: [''] }
      : { dimension, operator: 'is', values: [propertyValue] };
  return { and: [event, has] };
};

/** Holds for visits that reached a goal. */
export const reachedFilter = (rule: GoalRule): Filter => {
  const { type, pattern, threshold } = rule;
  const what = goalFilter(rule);
  if (what !== undefined) return { done: true, what };
  return {
    done: true,
    what: patternFilter('page', pattern),
    mean:
      type === 'scroll'
        ? { of: 'scroll', atLeast: threshold ?? 0 }
        : { of: 'engaged_ms', atLeast: (threshold ?? 0) * 1000 },
  };
};
