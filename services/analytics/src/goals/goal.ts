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
