import { invalid } from '@platform/errors';

import { createGlob } from '../exclusions/rules/exclude-params.ts';
import { goalFilter, patternFilter } from '../goals/goal.ts';
import type { Goal, GoalRule } from '../goals/goal.ts';
import type { Filter } from '../stats/query/filter.ts';

/** The part of a goal that a filter is made of. */
export type NamedGoal = Pick<Goal, 'name'> & GoalRule;

/** Plausible's name of a goal that is a page: `Visit /register`, also with `*`. */
const VISIT = /^Visit (\/.*)$/s;

interface Named {
  readonly ofPage: boolean;
  readonly filter: Filter;
}

const named = (goals: readonly NamedGoal[], name: string): Named => {
  const goal = goals.find((each) => each.name === name);
  if (goal !== undefined) {
    const filter = goalFilter(goal);
    if (filter !== undefined) return { filter, ofPage: goal.type === 'page' };
    throw invalid([
      {
        field: 'filters',
        message: `The goal "${name.slice(0, 60)}" measures scroll depth or time and can’t be used here; see GET /api/v1/websites/{id}/goals`,
      },
    ]);
  }
  const [, page] = VISIT.exec(name) ?? [];
  if (page !== undefined) return { ofPage: true, filter: patternFilter('page', page.replaceAll('**', '*')) };
  return { ofPage: false, filter: { dimension: 'event', operator: 'is', values: [name] } };
};

/**
 * Goals whose names contain one of the texts, or fit one of the patterns with `*`; where nobody has made a
 * goal, any event is one.
 */
export const goalsLike = (
  goals: readonly NamedGoal[],
  operator: 'contains' | 'matches',
  texts: readonly string[],
): Filter => {
  const lower = texts.map((text) => text.toLowerCase().replaceAll(/\*+/g, '*'));
  if (goals.length === 0) return { dimension: 'event', operator, values: lower };
  const fits =
    operator === 'contains'
      ? lower.map((text) => (name: string) => name.includes(text))
      : lower.map((pattern) => createGlob(pattern));
  const ofGoals = goals
    .map(({ name }) => name)
    .filter((name) => fits.some((isLike) => isLike(name.toLowerCase())));
  // Pages are goals that nobody has to make.
  const names = [...ofGoals, ...(operator === 'matches' ? texts.filter((text) => VISIT.test(text)) : [])];
  // Of no goals there are no conversions.
  return names.length === 0 ? { dimension: 'event', operator: 'is', values: [] } : anyGoal(goals, names);
};

/**
 * Conversions of any of these goals: the website's own by their names, pages as `Visit /register`, events
 * by theirs.
 * @throws AppError `invalid` for views and events at once, which aren't counted together
 */
export const anyGoal = (goals: readonly NamedGoal[], names: readonly string[]): Filter => {
  const found = names.map((name) => named(goals, name));
  if (new Set(found.map(({ ofPage }) => ofPage)).size > 1)
    throw invalid([
      {
        field: 'filters',
        message: 'Page goals and event goals can’t be combined in one query',
      },
    ]);
  const filters = found.map(({ filter }) => filter);
  return filters.length === 1 && filters[0] !== undefined ? filters[0] : { or: filters };
};
