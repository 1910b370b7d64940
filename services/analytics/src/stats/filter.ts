import type { Dimension } from './dimensions.ts';

export const OPERATORS = ['is', 'is_not', 'contains', 'matches'] as const;
export type Operator = (typeof OPERATORS)[number];

/** One condition. It holds when any of the values fits; `is_not` holds when none does. */
export interface Condition {
  readonly dimension: Dimension;
  /** `contains` looks for a piece of text regardless of case; `matches` takes `*` for any text: `/blog/*`. */
  readonly operator: Operator;
  readonly values: readonly string[];
}

/** Conditions put together. `and` of nothing holds, `or` of nothing doesn't. */
export type Filter = Condition | { readonly and: readonly Filter[] } | { readonly or: readonly Filter[] };

/** Every condition in a filter, at any depth. */
export const conditionsOf = (filter: Filter): readonly Condition[] => {
  if ('and' in filter) return filter.and.flatMap(conditionsOf);
  if ('or' in filter) return filter.or.flatMap(conditionsOf);
  return [filter];
};

/** Text in which SQL's LIKE finds no special character. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** Turns a pattern with `*` into one for SQL's LIKE, in which `%`, `_` and `\` of the pattern stand for themselves. */
export const likePattern = (pattern: string): string => escapeLike(pattern).replaceAll('*', '%');
