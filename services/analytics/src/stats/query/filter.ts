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
  /** Of a property or the name of an event: page views, which don't have it, are counted as well. */
  readonly ofAnyHit?: true;
}

/** Holds for visits with an event for which the filter holds; if it isn't `done`, for those without. */
export interface Behaviour {
  readonly done: boolean;
  readonly what: Filter;
  /** Of views: what they must have measured on one page, spread over them. */
  readonly mean?: { readonly of: 'scroll' | 'engaged_ms'; readonly atLeast: number };
}

/** Combined conditions. `and` of nothing holds, `or` of nothing doesn't. */
export type Filter =
  Condition | Behaviour | { readonly and: readonly Filter[] } | { readonly or: readonly Filter[] };

/**
 * A condition on something that the website's owner has named: a goal that the visit reached, a segment
 * that it belongs to.
 */
export interface NamedCondition {
  readonly dimension: 'goal' | 'segment';
  readonly operator: 'is' | 'is_not';
  /** Ids or names. */
  readonly values: readonly string[];
}

/** A filter as clients ask it and segments keep it: names aren't looked up yet. */
export type AskedFilter =
  | AskedCondition
  | Behaviour
  | { readonly and: readonly AskedFilter[] }
  | { readonly or: readonly AskedFilter[] };

/** A single condition, as a click on a value makes it. */
export type AskedCondition = Condition | NamedCondition;

export const isNamed = (filter: AskedCondition): filter is NamedCondition =>
  filter.dimension === 'goal' || filter.dimension === 'segment';

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

const OPPOSITES: Readonly<Record<Operator, Operator>> = {
  is: 'is_not',
  is_not: 'is',
  contains: 'contains_not',
  contains_not: 'contains',
  matches: 'matches_not',
  matches_not: 'matches',
};

/** A filter that holds where the other doesn't. */
export const negated = (filter: Filter): Filter => {
  if ('and' in filter) return { or: filter.and.map(negated) };
  if ('or' in filter) return { and: filter.or.map(negated) };
  if ('what' in filter) return { ...filter, done: !filter.done };
  return { ...filter, operator: OPPOSITES[filter.operator] };
};

/** The parts of a filter that all have to hold. */
export const conjuncts = (filter: Filter): readonly Filter[] =>
  'and' in filter ? filter.and.flatMap(conjuncts) : [filter];

/**
 * A filter for rows that know some dimensions only. What it says of others becomes what else happened
 * in the visit: `page is /pricing` then holds for visits with a view of that page.
 */
export const forRowsOf = (filter: Filter, knows: (dimension: Dimension) => boolean): Filter => {
  const parts = conjuncts(filter);
  const isKnown = (part: Filter): boolean => ownConditionsOf(part).every(({ dimension }) => knows(dimension));
  const others = parts.filter((part) => !isKnown(part));
  return {
    and: [...parts.filter(isKnown), ...(others.length === 0 ? [] : [{ done: true, what: { and: others } }])],
  };
};

/**
 * Alternatives of which some are about events and others about pages or visits: no row tells of both, so
 * each becomes one of whole visits: `event is Signup or source is google` holds for visits with the event
 * and for those from there.
 * @param isOfVisit true for a dimension with one value for a visit
 */
export const alternatives = (
  each: readonly Filter[],
  isOfVisit: (dimension: Dimension) => boolean,
): Filter => {
  const rowsOf = (filter: Filter): 'visits' | 'pages' | 'events' => {
    const names = ownConditionsOf(filter)
      .map(({ dimension }) => dimension)
      .filter((name) => !isOfVisit(name));
    if (names.length === 0) return 'visits';
    return names.every((name) => name === 'page') ? 'pages' : 'events';
  };
  const rows = new Set(each.map(rowsOf));
  const isMixed = rows.size > 1 && rows.has('events');
  return { or: isMixed ? each.map((filter) => forRowsOf(filter, isOfVisit)) : each };
};

/** True for a filter of page views as well, which don't have what it says of events. */
export const isOfAnyHit = (filter: Filter): boolean =>
  ownConditionsOf(filter).some(({ ofAnyHit }) => ofAnyHit);

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
