import { COLUMN_DIMENSIONS, isProperty, propertyOf } from '../dimensions/dimension-names.ts';
import type { PropertyDimension } from '../dimensions/dimension-names.ts';
import { formatValue } from '../dimensions/format-value.ts';
import type { OpenList } from '../dimensions/panels.ts';
import { OPERATORS as OPERATOR_NAMES } from '../stats/query/filter.ts';
import { isNamed } from '../stats/query/filter.ts';
import type { AskedCondition, Condition, NamedCondition } from '../stats/query/filter.ts';

/** The item of a list that a text names. */
export const member = <Item extends string>(list: readonly Item[], text: string | null): Item | undefined =>
  list.find((item) => item === text);

/** How a filter's operator is written in an address. */
const SIGNS: Record<Condition['operator'], string> = {
  is: '=',
  is_not: '!',
  contains: '~',
  contains_not: '^',
  matches: '*',
  matches_not: '-',
};

const OPERATORS: ReadonlyMap<string, Condition['operator']> = new Map(
  OPERATOR_NAMES.map((operator) => [SIGNS[operator], operator]),
);

const NAMED = ['goal', 'segment'] as const satisfies readonly NamedCondition['dimension'][];

/**
 * Reads `country=DE`, `page~/blog`, `browser!Safari`, `prop:plan=pro` or `goal=12`; undefined for what
 * isn't a filter.
 */
export const parseFilter = (text: string): AskedCondition | undefined => {
  const [, name = '', sign = '', value = ''] =
    /^([a-z_]+|prop:[^=!~^*]{1,100})([=!~^*-])(.{0,2000})$/s.exec(text) ?? [];
  const operator = OPERATORS.get(sign);
  if (value === '') return undefined;
  const named = member(NAMED, name);
  if (named !== undefined)
    return operator === 'is' || operator === 'is_not'
      ? { dimension: named, operator, values: [value] }
      : undefined;
  const dimension = name.startsWith('prop:') ? (name as PropertyDimension) : member(COLUMN_DIMENSIONS, name);
  return dimension && operator ? { dimension, operator, values: [value] } : undefined;
};

/** The names of goals and segments by which a page can be filtered. */
export interface KnownNames {
  readonly goal: ReadonlyMap<number, string>;
  readonly segment: ReadonlyMap<number, string>;
}

/** Those that name something: a goal or segment may have been deleted since the address was made. */
export const knownFilters = (
  filters: readonly AskedCondition[],
  names: KnownNames,
): readonly AskedCondition[] =>
  filters.filter((filter) => !isNamed(filter) || names[filter.dimension].has(Number(filter.values[0])));

/** The value of a filter, as people read it. */
export const filterValue = (
  { dimension, values: [value = ''] }: AskedCondition,
  names: KnownNames,
): string =>
  dimension === 'goal' || dimension === 'segment'
    ? (names[dimension].get(Number(value)) ?? value)
    : formatValue(dimension, value);

/** True for a list by whose values an address can filter. */
export const fitsAddress = (list: OpenList): list is Condition['dimension'] & OpenList =>
  list !== 'properties' && !(isProperty(list) && /[=!~^*]/.test(propertyOf(list)));

/** The filter as text, as `parseFilter` reads it. */
export const filterText = ({ dimension, operator, values }: AskedCondition): string =>
  `${dimension}${SIGNS[operator]}${values[0] ?? ''}`;
