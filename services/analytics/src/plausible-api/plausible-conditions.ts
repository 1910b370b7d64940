import { invalid } from '@platform/errors';

import { dimensionDefinition, isOrigin, isProperty } from '../dimensions/dimension-names.ts';
import { asksForBehaviour, ownConditionsOf } from '../stats/query/filter.ts';
import type { Condition, Filter, Operator } from '../stats/query/filter.ts';
import { originLabel } from '../stats/sql/origin-labels.ts';
import { filterDimension, storedValue, hostFilter, pageOfHostname } from './plausible-dimensions.ts';
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

export type Positive = Extract<Operator, 'is' | 'contains' | 'matches'>;

/** Condition of a simple filter, before `…_not` negates it. */
export interface Asked {
  readonly name: string;
  readonly operator: Positive;
  readonly values: readonly string[];
  readonly compared?: Condition['compared'];
}

/** Something of a request in JSON, cut, for a message: what it is, is not known yet. */
export const shown = (value: unknown): string => JSON.stringify(value ?? null).slice(0, 40);

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
  const stored = values.map((value) => storedValue(name, value));
  return {
    operator,
    dimension,
    // A source may be asked for by its host as well.
    values:
      isOrigin(dimension) && operator === 'is'
        ? [...new Set(stored.flatMap((value) => [value, originLabel(dimension, value)]))]
        : stored,
    ...(compared === undefined ? {} : { compared }),
  };
};

/** The filters of any of these segments. @throws AppError `invalid` for one that isn't there */
export const anySegment = (ids: unknown, { segments }: Named): Filter => {
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
export const behaviourOf = (done: boolean, what: Filter): Filter => {
  if ('or' in what) {
    const each = what.or.map((inner) => behaviourOf(done, inner));
    return done ? { or: each } : { and: each };
  }
  const conditions = ownConditionsOf(what);
  if (asksForBehaviour(what) || conditions.length === 0 || !conditions.every(isOfEvents))
    throw refuseFilter('has_done and has_not_done take filters of events, such as event:page and event:goal');
  return { done, what };
};
