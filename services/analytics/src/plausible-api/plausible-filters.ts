import { invalid } from '@platform/errors';

import type { Filter, Operator } from '../stats/query/filter.ts';
import { filterDimension, storedValue } from './plausible-dimensions.ts';

const OPERATORS: Readonly<Record<string, Operator>> = {
  is: 'is',
  is_not: 'is_not',
  contains: 'contains',
  contains_not: 'contains_not',
  matches_wildcard: 'matches',
  matches_wildcard_not: 'matches_not',
};

const OPPOSITES: Readonly<Record<Operator, Operator>> = {
  is: 'is_not',
  is_not: 'is',
  contains: 'contains_not',
  contains_not: 'contains',
  matches: 'matches_not',
  matches_not: 'matches',
};

const MAX_DEPTH = 6;
const MAX_VALUES = 100;

const refuse = (message: string) => invalid([{ field: 'filters', message }]);

/** A filter that holds where the other doesn't. */
const negated = (filter: Filter): Filter => {
  if ('and' in filter) return { or: filter.and.map(negated) };
  if ('or' in filter) return { and: filter.or.map(negated) };
  return { ...filter, operator: OPPOSITES[filter.operator] };
};

const condition = (name: string, operator: Operator, values: readonly string[]): Filter => ({
  operator,
  dimension: filterDimension(name),
  values: values.map((value) => storedValue(name, value)),
});

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' && item.length <= 2_000);

/**
 * A filter of the second interface: `["is", "visit:country", ["DE"]]`, nested by and, or and not.
 * @throws AppError `invalid`
 */
export const readFilter = (filter: unknown, depth = 1): Filter => {
  if (!Array.isArray(filter) || depth > MAX_DEPTH) throw refuse('Invalid filter');
  const [operator, second, third] = filter as readonly unknown[];
  if (operator === 'not') return negated(readFilter(second, depth + 1));
  if (operator === 'and' || operator === 'or') {
    if (!Array.isArray(second) || second.length === 0 || second.length > MAX_VALUES)
      throw refuse(`Invalid filter: ${operator} needs a list of filters`);
    const inner = second.map((each) => readFilter(each, depth + 1));
    return operator === 'and' ? { and: inner } : { or: inner };
  }
  const known = typeof operator === 'string' && Object.hasOwn(OPERATORS, operator);
  const found = known ? OPERATORS[operator] : undefined;
  if (found === undefined)
    throw refuse(
      `Unknown operator "${String(operator).slice(0, 40)}". There are: ${Object.keys(OPERATORS).join(', ')}, and, or, not`,
    );
  if (typeof second !== 'string' || !isTexts(third) || third.length === 0 || third.length > MAX_VALUES)
    throw refuse(`Invalid filter: ${String(operator)} needs a dimension and a list of texts`);
  return condition(second, found, third);
};

const SIMPLE = /^([a-z_]+:[^=!~]{1,110})(==|!=|~)(.*)$/s;

/**
 * Filters of the first interface: `visit:source==Google;event:page==/blog/**|/docs`.
 * @throws AppError `invalid`
 */
export const readSimpleFilters = (text: string): readonly Filter[] =>
  text
    .split(';')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [, name = '', sign = '', list = ''] = SIMPLE.exec(part.trim()) ?? [];
      // A bar in a value is written `\|`.
      const values = list.split(/(?<!\\)\|/).map((value) => value.replaceAll('\\|', '|'));
      if (name === '' || values.length > MAX_VALUES) throw refuse(`Invalid filter "${part.slice(0, 100)}"`);
      if (sign === '~') return condition(name, 'contains', values);
      const isPattern = values.some((value) => value.includes('*'));
      const operator = isPattern ? 'matches' : 'is';
      const filter = condition(
        name,
        operator,
        values.map((value) => value.replaceAll('**', '*')),
      );
      return sign === '==' ? filter : negated(filter);
    });
