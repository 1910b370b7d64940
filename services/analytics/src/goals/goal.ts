import type { ErrorDetail } from '@platform/errors';

import type { Condition, Filter } from '../stats/query/filter.ts';

export const GOAL_TYPES = ['page', 'event', 'scroll', 'engaged'] as const;
export type GoalType = (typeof GOAL_TYPES)[number];

/** Rule for what counts as a conversion. */
export interface GoalRule {
  readonly type: GoalType;
  /** A page's path, or an event's name; `*` stands for any text. */
  readonly pattern: string;
  /** Of `scroll`, percent of the page; of `engaged`, seconds; null for the others. */
  readonly threshold: number | null;
  /** Of `event`: a property that it must have, and the value of it, if one is asked for. */
  readonly property: string | null;
  readonly propertyValue: string | null;
}

export interface Goal extends GoalRule {
  readonly id: number;
  readonly name: string;
  /** ISO 4217: what the events of a revenue goal are expected to be paid in; null for other goals. */
  readonly currency: string | null;
  readonly createdAt: Date;
}

export interface Revenue {
  /** ISO 4217, as the event says it; null where it says none. */
  readonly currency: string | null;
  readonly amount: number;
}

/** Results of a goal in a range of days. */
export interface Conversions {
  readonly conversions: number;
  /** Visitors with a conversion. As with visitors, a person on two days is two. */
  readonly converters: number;
  readonly revenue: readonly Revenue[];
}

/** The conversions of visits with a value of a dimension. */
export interface ConversionsOfValue extends Conversions {
  readonly value: string;
}

export const GOAL_INTERVALS = ['day', 'month'] as const;
export type GoalInterval = (typeof GOAL_INTERVALS)[number];

/** The conversions of a day (`2026-11-22`) or month (`2026-11`). */
export interface ConversionsOfPeriod extends Conversions {
  readonly period: string;
}

export interface GoalBody {
  readonly name?: string;
  readonly type?: GoalType;
  readonly pattern?: string;
  readonly threshold?: number | null;
  readonly property?: string | null;
  readonly property_value?: string | null;
  readonly currency?: string | null;
}

const none = (text: string | null | undefined): string | null =>
  text === undefined || text === '' ? null : text;

/** Every page, where a goal about pages names none. */
const ANY = '*';

/**
 * The rule that fields make, on top of one that is there.
 * @returns the rule, or the fields that are missing or don't belong to its type
 */
export const toGoalRule = (
  body: GoalBody,
  current: Partial<GoalRule> = {},
): { rule: GoalRule } | { faults: readonly ErrorDetail[] } => {
  const type = body.type ?? current.type ?? 'page';
  const isMeasured = type === 'scroll' || type === 'engaged';
  const isSame = type === current.type;
  const pattern = body.pattern ?? (isSame ? current.pattern : undefined) ?? (isMeasured ? ANY : '');
  const threshold = body.threshold === undefined ? (isSame ? current.threshold : null) : body.threshold;
  const property = body.property === undefined && isSame ? (current.property ?? null) : none(body.property);
  const value =
    body.property_value === undefined && isSame ? (current.propertyValue ?? null) : none(body.property_value);
  const faults: ErrorDetail[] = [];
  if (pattern === '') faults.push({ field: 'pattern', message: `pattern is required for the type ${type}` });
  if (isMeasured && (threshold ?? null) === null)
    faults.push({ field: 'threshold', message: `threshold is required for the type ${type}` });
  if (!isMeasured && (threshold ?? null) !== null)
    faults.push({ field: 'threshold', message: 'threshold is for the types scroll and engaged' });
  if (type === 'scroll' && (threshold ?? 0) > 100)
    faults.push({ field: 'threshold', message: 'threshold must not be above 100 percent' });
  if (type !== 'event' && property !== null)
    faults.push({ field: 'property', message: 'property is for the type event' });
  if (type !== 'event' && none(body.currency) !== null)
    faults.push({ field: 'currency', message: 'currency is for the type event' });
  if (property === null && value !== null)
    faults.push({ field: 'property_value', message: 'property_value needs a property' });
  return faults.length > 0
    ? { faults }
    : { rule: { type, pattern, threshold: threshold ?? null, property, propertyValue: value } };
};

/** The currency of a goal that fields make of one that is there; only events have one. */
export const currencyOf = (
  body: GoalBody,
  { type }: GoalRule,
  current: string | null = null,
): string | null => {
  if (type !== 'event') return null;
  return body.currency === undefined ? current : (none(body.currency)?.toUpperCase() ?? null);
};

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

/** Divides a part by the whole, 0 to 1 with four decimals; null where the whole is nothing. */
export const rateOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Number((part / whole).toFixed(4));

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
