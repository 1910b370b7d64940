import type { Filter } from '../stats/query/filter.ts';
import { conditionOf, negated, refuseFilter } from './plausible-conditions.ts';
import type { Named } from './plausible-conditions.ts';
import { askedFilters, MAX_VALUES } from './plausible-filters.ts';
import type { AskedFilters } from './plausible-filters.ts';
import { GOAL } from './plausible-rates.ts';

const SIMPLE = /^([a-z_]+:[^=!~]{1,110})(==|!=|~)(.*)$/s;

const readSimpleFilter = (part: string, named: Named): Filter => {
  const [, name = '', sign = '', list = ''] = SIMPLE.exec(part.trim()) ?? [];
  // A bar in a value is written `\|`.
  const values = list.split(/(?<!\\)\|/).map((value) => value.replaceAll('\\|', '|'));
  if (name === '' || values.length > MAX_VALUES) throw refuseFilter(`Invalid filter "${part.slice(0, 100)}"`);
  if (sign === '~') return conditionOf({ name, values, operator: 'contains' }, named);
  const isPattern = values.some((value) => value.includes('*'));
  const filter = conditionOf(
    {
      name,
      operator: isPattern ? 'matches' : 'is',
      values: values.map((value) => value.replaceAll('**', '*')),
    },
    named,
  );
  return sign === '==' ? filter : negated(filter);
};

/**
 * Filters of the first interface: `visit:source==Google;event:page==/blog/**|/docs`.
 * @throws AppError `invalid`
 */
export const readSimpleFilters = (text: string, named: Named): AskedFilters =>
  askedFilters(
    text
      .split(';')
      .filter((part) => part.trim() !== '')
      .map((part) => ({ filter: readSimpleFilter(part, named), ofGoal: part.trim().startsWith(GOAL) })),
  );
