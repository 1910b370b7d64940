import type { Dimension } from '../../dimensions/dimension-names.ts';

export const OPERATORS = ['is', 'is_not', 'contains', 'contains_not', 'matches', 'matches_not'] as const;
export type Operator = (typeof OPERATORS)[number];

/** True for an operator that holds where its opposite doesn't. */
export const isNegated = (operator: Operator): boolean => operator.endsWith('_not');

/** A condition. It holds when any of the values matches; with `…_not` it holds when none does. */
export interface Condition {
  readonly dimension: Dimension;
  /** `contains` finds a substring in any case; `matches` takes `*` for any text: `/blog/*`. */
  readonly operator: Operator;
  readonly values: readonly string[];
  /** How texts are compared where it isn't as the operator says; `expression` is a regular one. */
  readonly compared?: 'any_case' | 'exact_case' | 'expression';
}

/** Holds for visits with an event for which the filter holds; if it isn't `done`, for those without. */
export interface Behaviour {
  readonly done: boolean;
  readonly what: Filter;
}

/** Combined conditions. `and` of nothing holds, `or` of nothing doesn't. */
export type Filter =
  Condition | Behaviour | { readonly and: readonly Filter[] } | { readonly or: readonly Filter[] };

/** The conditions on what is counted, at any depth: not those on other events of the visit. */
export const ownConditionsOf = (filter: Filter): readonly Condition[] => {
  if ('and' in filter) return filter.and.flatMap(ownConditionsOf);
  if ('or' in filter) return filter.or.flatMap(ownConditionsOf);
  return 'what' in filter ? [] : [filter];
};

/** Every condition in a filter, at any depth. */
export const conditionsOf = (filter: Filter): readonly Condition[] => {
  if ('and' in filter) return filter.and.flatMap(conditionsOf);
  if ('or' in filter) return filter.or.flatMap(conditionsOf);
  return 'what' in filter ? conditionsOf(filter.what) : [filter];
};

/** True for a filter that asks what else happened in a visit. */
export const asksForBehaviour = (filter: Filter): boolean =>
  conditionsOf(filter).length > ownConditionsOf(filter).length;

/** Escapes the characters that are special in SQL's LIKE. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/**
 * Turns a pattern with `*` into one for SQL's LIKE; `%`, `_` and `\` in it stand for themselves.
 */
export const likePattern = (pattern: string): string => escapeLike(pattern).replaceAll('*', '%');

/**
 * A page's address as it is stored: browsers encode what isn't ASCII, and people write it plainly.
 * `/日本` finds `/%E6%97%A5%E6%9C%AC`.
 */
export const encodedPage = (text: string): string =>
  text.toWellFormed().replace(/[^\x21-\x7e]+/gu, encodeURIComponent);
