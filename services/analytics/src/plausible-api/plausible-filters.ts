import { invalid } from '@platform/errors';

import { dimensionDefinition, isOrigin, isProperty } from '../dimensions/dimension-names.ts';
import { negated, asksForBehaviour, isNegated, ownConditionsOf } from '../stats/query/filter.ts';
import type { Filter, Condition, Operator } from '../stats/query/filter.ts';
import { originLabel } from '../stats/sql/origin-labels.ts';
import {
  isOfPages,
  filterDimension,
  isNoValue,
  storedValue,
  hostFilter,
  pageOfHostname,
} from './plausible-dimensions.ts';
import { expressionOf } from './plausible-expressions.ts';
import { anyGoal, goalsLike } from './plausible-goals.ts';
import type { NamedGoal } from './plausible-goals.ts';
import { GOAL } from './plausible-metrics.ts';

/** Names that a website’s filters may refer to. */
export interface Named {
  readonly domain: string;
  readonly goals: readonly NamedGoal[];
  /** Filters of its segments that are asked for, by id. */
  readonly segments: ReadonlyMap<number, readonly Filter[]>;
}

type Positive = Extract<Operator, 'is' | 'contains' | 'matches'>;

/** Condition of a simple filter, before `…_not` negates it. */
interface Asked {
  readonly name: string;
  readonly operator: Positive;
  readonly values: readonly string[];
  readonly compared?: Condition['compared'];
}

/** Something of a request in JSON, cut, for a message: what it is, is not known yet. */
const shown = (value: unknown): string => JSON.stringify(value ?? null).slice(0, 40);

export const refuseFilter = (message: string) => invalid([{ message, field: 'filters' }]);

/** The name of the event that a page view is. */
const PAGEVIEW = 'pageview';

/** Page views, and events of the other names. */
const viewsOr = (names: readonly string[]): Filter => {
  const views: Filter = { dimension: 'page', operator: 'is_not', values: [''] };
  const others = names.filter((name) => name !== PAGEVIEW);
  return others.length === 0
    ? views
    : { or: [views, { dimension: 'event', operator: 'is', values: others }] };
};

/** The filter of a dimension, a goal or a host. @throws AppError `invalid` */
export const conditionOf = ({ name, operator, values, compared }: Asked, named: Named): Filter => {
  if (name === GOAL && compared === 'expression')
    throw refuseFilter(`${GOAL} does not support this regular expression; use matches_wildcard or contains`);
  if (name === GOAL && operator !== 'is') return goalsLike(named.goals, operator, values);
  if (name === GOAL) return anyGoal(named.goals, values);
  if (name === 'event:name' && operator === 'is' && values.includes(PAGEVIEW)) return viewsOr(values);
  const page = pageOfHostname(name);
  if (page !== undefined) {
    if (compared === 'expression')
      throw refuseFilter(
        `${name} does not support this regular expression; use matches_wildcard, where * matches any text`,
      );
    return hostFilter(
      page,
      values,
      named.domain,
      operator === 'contains' ? (host) => `*${host}*` : (host) => host,
    );
  }
  const dimension = filterDimension(name);
  const stored = values.map((value) =>
    operator === 'is' && isNoValue(name, value) ? '' : storedValue(name, value),
  );
  return {
    operator,
    dimension,
    ...(isProperty(dimension) && { ofAnyHit: true as const }),
    // A source may be asked for by its host as well.
    values:
      isOrigin(dimension) && operator === 'is'
        ? [...new Set(stored.flatMap((value) => [value, originLabel(dimension, value)]))]
        : stored,
    ...(compared === undefined ? {} : { compared }),
  };
};

/** The filters of any of these segments. @throws AppError `invalid` for one that isn't there */
const anySegment = (ids: unknown, { segments }: Named): Filter => {
  if (!Array.isArray(ids) || ids.length === 0) throw refuseFilter('segment needs a list of ids');
  return {
    or: ids.map((id) => {
      const filters = typeof id === 'number' ? segments.get(id) : undefined;
      if (filters === undefined) throw refuseFilter(`There is no segment ${shown(id)}`);
      return { and: filters };
    }),
  };
};

const isOfEvents = ({ dimension }: Condition): boolean =>
  isProperty(dimension) || dimensionDefinition(dimension)?.scope === 'event';

/**
 * Visits with an event that a filter holds for, or without one. Each event is a view or has a name, so
 * what asks for either is asked twice.
 * @throws AppError `invalid` for a filter of visits
 */
const behaviourOf = (done: boolean, what: Filter): Filter => {
  if ('or' in what) {
    const each = what.or.map((inner) => behaviourOf(done, inner));
    return done ? { or: each } : { and: each };
  }
  const conditions = ownConditionsOf(what);
  if (asksForBehaviour(what) || conditions.length === 0 || !conditions.every(isOfEvents))
    throw refuseFilter('has_done and has_not_done take filters of events, such as event:page and event:goal');
  return { done, what };
};

/** Characters with a meaning in regular expressions. */
const SPECIAL = /[\\^$.|?*+()[\]{}]/;

/**
 * Converts a regular expression such as `^/blog/.*` to a pattern with `*`, which is faster to match;
 * undefined for one that says more.
 */
const wildcardOf = (expression: string): string | undefined => {
  let text = expression;
  const isStart = text.startsWith('^');
  if (isStart) text = text.slice(1);
  const isEnd = text.endsWith('$') && !text.endsWith('\\$');
  if (isEnd) text = text.slice(0, -1);
  let pattern = isStart ? '' : '*';
  // `.*`, an escaped sign, or any other one.
  for (const [part] of text.matchAll(/\.\*|\\.|[^]/gu)) {
    if (part === '.*') pattern += '*';
    else if (part.length > 1 && part.startsWith('\\') && /[^\w*]/u.test(part.slice(1)))
      pattern += part.slice(1);
    else if (SPECIAL.test(part)) return undefined;
    else pattern += part;
  }
  return `${pattern}${isEnd ? '' : '*'}`.replaceAll(/\*+/g, '*');
};

interface Sign {
  readonly operator: Positive;
  readonly isNot: boolean;
}

const sign = (operator: Positive, isNot: boolean): Sign => ({ operator, isNot });

const OPERATORS: Readonly<Record<string, Sign>> = {
  is: sign('is', false),
  is_not: sign('is', true),
  contains: sign('contains', false),
  contains_not: sign('contains', true),
  matches_wildcard: sign('matches', false),
  matches_wildcard_not: sign('matches', true),
  // Regular expressions.
  matches: sign('matches', false),
  matches_not: sign('matches', true),
};

/** What isn't an event of a name, or with a property, may be a page view. */
export const negatedHits = (filter: Filter): Filter => {
  const opposite = negated(filter);
  const ofAnyHit = (each: Filter): Filter => {
    if ('and' in each) return { and: each.and.map(ofAnyHit) };
    if ('or' in each) return { or: each.or.map(ofAnyHit) };
    if ('what' in each || !isNegated(each.operator)) return each;
    return each.dimension === 'event' || isProperty(each.dimension) ? { ...each, ofAnyHit: true } : each;
  };
  return ofAnyHit(opposite);
};

/**
 * The opposite of a filter as Plausible has it: what has no such property neither contains a text nor
 * lacks it.
 */
const opposite = (filter: Filter, name: string, operator: Positive): Filter => {
  if (operator === 'is' || name === GOAL) return negatedHits(filter);
  const dimension = pageOfHostname(name) === undefined ? filterDimension(name) : undefined;
  if (dimension === undefined || !isProperty(dimension)) return negatedHits(filter);
  return { and: [negatedHits(filter), { dimension, operator: 'is_not', values: [''], ofAnyHit: true }] };
};

const MORE = ['and', 'or', 'not', 'has_done', 'has_not_done'];
const MAX_DEPTH = 6;
export const MAX_VALUES = 100;
/** Each is looked for in all that a dimension was. */
const MAX_EXPRESSIONS = 10;
/** PostgreSQL’s `integer`. */
const GREATEST_ID = 2_147_483_647;

/** The filters of a question. */
export interface AskedFilters {
  readonly all: readonly Filter[];
  /** Those that ask for no goal: by these the visitors are counted that conversions are a share of. */
  readonly withoutGoals: readonly Filter[];
  /** True where a goal is asked for. */
  readonly asksForGoal: boolean;
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' && item.length <= 2_000);

/** @returns whether upper and lower case differ, if the filter says so */
const caseOf = (modifiers: unknown): boolean | undefined => {
  if (modifiers === undefined) return undefined;
  const { case_sensitive: isSensitive, ...others } = Object(modifiers) as Record<string, unknown>;
  if (typeof modifiers !== 'object' || Object.keys(others).length > 0 || typeof isSensitive !== 'boolean')
    throw refuseFilter('The only modifier of a filter is case_sensitive, true or false');
  return isSensitive;
};

const compared = (operator: Positive, isSensitive: boolean | undefined): Pick<Asked, 'compared'> => {
  if (operator === 'is' && isSensitive === false) return { compared: 'any_case' };
  if (operator === 'contains' && isSensitive === true) return { compared: 'exact_case' };
  if (operator === 'matches' && isSensitive !== undefined)
    throw refuseFilter('case_sensitive is for is and contains; expressions take (?i)');
  return {};
};

/** Those of the expressions that patterns with `*` can say, and the others. */
const matching = (name: string, expressions: readonly string[], named: Named): Filter => {
  const patterns = expressions.map(wildcardOf);
  const simple = patterns.filter((pattern) => pattern !== undefined);
  const rest = expressions
    .filter((_, index) => patterns[index] === undefined)
    .map((text) => expressionOf(text, isOfPages(name)));
  const each: readonly Asked[] = [
    { name, operator: 'matches', values: simple },
    { name, operator: 'matches', values: rest, compared: 'expression' },
  ];
  const filters = each.filter(({ values }) => values.length > 0).map((asked) => conditionOf(asked, named));
  return filters.length === 1 && filters[0] !== undefined ? filters[0] : { or: filters };
};

const readFilter = (filter: unknown, named: Named, depth = 1): Filter => {
  if (!Array.isArray(filter) || depth > MAX_DEPTH) throw refuseFilter('Invalid filter');
  const [operator, second, third, modifiers] = filter as readonly unknown[];
  const inner = (each: unknown): Filter => readFilter(each, named, depth + 1);
  if (operator === 'not') return negatedHits(inner(second));
  if (operator === 'has_done' || operator === 'has_not_done')
    return behaviourOf(operator === 'has_done', inner(second));
  if (operator === 'and' || operator === 'or') {
    if (!Array.isArray(second) || second.length === 0 || second.length > MAX_VALUES)
      throw refuseFilter(`Invalid filter: ${operator} needs a list of filters`);
    return operator === 'and' ? { and: second.map(inner) } : { or: second.map(inner) };
  }
  const found =
    typeof operator === 'string' && Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
  if (found === undefined)
    throw refuseFilter(
      `Unknown operator ${shown(operator)}. There are: ${[...Object.keys(OPERATORS), ...MORE].join(', ')}`,
    );
  if (second === 'segment' && operator === 'is') return anySegment(third, named);
  if (typeof second !== 'string' || !isTexts(third) || third.length === 0 || third.length > MAX_VALUES)
    throw refuseFilter(`Invalid filter: ${String(operator)} needs a dimension and a list of texts`);
  const how = compared(found.operator, caseOf(modifiers));
  const isExpression = operator === 'matches' || operator === 'matches_not';
  const positive = isExpression
    ? matching(second, third, named)
    : conditionOf({ name: second, operator: found.operator, values: third, ...how }, named);
  return found.isNot ? opposite(positive, second, found.operator) : positive;
};

/** How many regular expressions a filter has, at any depth. */
const expressionsIn = (filter: unknown): number => {
  if (!Array.isArray(filter)) return 0;
  const [operator, , third] = filter as readonly unknown[];
  if (operator === 'matches' || operator === 'matches_not') return Array.isArray(third) ? third.length : 0;
  return filter.reduce<number>((count, part) => count + expressionsIn(part), 0);
};

/** True for a filter that asks for a goal, at any depth; what else a visit did is no conversion. */
const asksForGoal = (filter: unknown): boolean =>
  Array.isArray(filter) &&
  filter[0] !== 'has_done' &&
  filter[0] !== 'has_not_done' &&
  filter.some((part) => part === GOAL || asksForGoal(part));

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= GREATEST_ID;

/** The ids of the segments that filters speak of, at any depth. */
export const segmentsIn = (filters: readonly unknown[]): readonly number[] =>
  filters.flatMap((filter) => {
    if (!Array.isArray(filter)) return [];
    const [, second, third] = filter as readonly unknown[];
    if (second !== 'segment') return segmentsIn(filter);
    return Array.isArray(third) ? third.filter(isId) : [];
  });

/** Filters, of which some ask for goals. */
export const askedFilters = (
  filters: readonly { readonly filter: Filter; readonly ofGoal: boolean }[],
): AskedFilters => ({
  all: filters.map(({ filter }) => filter),
  withoutGoals: filters.filter(({ ofGoal }) => !ofGoal).map(({ filter }) => filter),
  asksForGoal: filters.some(({ ofGoal }) => ofGoal),
});

/**
 * Filters of the second interface: `["is", "visit:country", ["DE"]]`, nested by and, or and not.
 * @throws AppError `invalid`
 */
export const readFilters = (filters: readonly unknown[], named: Named): AskedFilters => {
  if (expressionsIn(filters) > MAX_EXPRESSIONS)
    throw refuseFilter(
      `filters may have ${MAX_EXPRESSIONS} regular expressions; matches_wildcard has no limit`,
    );
  return askedFilters(
    filters.map((filter) => ({ filter: readFilter(filter, named), ofGoal: asksForGoal(filter) })),
  );
};
