import { COLUMN_DIMENSIONS, isProperty, propertyOf } from '../dimensions/dimension-names.ts';
import type { PropertyDimension } from '../dimensions/dimension-names.ts';
import type { OpenList } from '../dimensions/panels.ts';
import { OPERATORS as OPERATOR_NAMES } from '../stats/query/filter.ts';
import type { Condition } from '../stats/query/filter.ts';

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

/** Reads `country=DE`, `page~/blog`, `browser!Safari` or `prop:plan=pro`; undefined for what isn't a filter. */
export const parseFilter = (text: string): Condition | undefined => {
  const [, name = '', sign = '', value = ''] =
    /^([a-z_]+|prop:[^=!~^*]{1,100})([=!~^*-])(.{0,2000})$/s.exec(text) ?? [];
  const dimension = name.startsWith('prop:') ? (name as PropertyDimension) : member(COLUMN_DIMENSIONS, name);
  const operator = OPERATORS.get(sign);
  return dimension && operator && value !== '' ? { dimension, operator, values: [value] } : undefined;
};

/** True for a list by whose values an address can filter. */
export const fitsAddress = (list: OpenList): list is Condition['dimension'] & OpenList =>
  list !== 'properties' && !(isProperty(list) && /[=!~^*]/.test(propertyOf(list)));

/** The filter as text, as `parseFilter` reads it. */
export const filterText = ({ dimension, operator, values }: Condition): string =>
  `${dimension}${SIGNS[operator]}${values[0] ?? ''}`;
