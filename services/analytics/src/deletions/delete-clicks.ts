import type { Database } from '@platform/database';

import type { Selection } from './deletion.ts';
import { isNegated, ownConditionsOf, encodedPage } from '../stats/query/filter.ts';
import type { Condition, Filter } from '../stats/query/filter.ts';

const matches = ({ operator }: Condition, text: string, value: string): boolean => {
  if (operator === 'is' || operator === 'is_not') return text === value;
  const [given, sought] = [text.toLowerCase(), value.toLowerCase()];
  if (operator === 'contains' || operator === 'contains_not')
    return given.includes(sought) || given.includes(encodedPage(value).toLowerCase());
  const parts = sought.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(given);
};

const holds = (filter: Filter, page: string): boolean => {
  if ('and' in filter) return filter.and.every((part) => holds(part, page));
  if ('or' in filter) return filter.or.some((part) => holds(part, page));
  if ('what' in filter) return false;
  return filter.values.some((value) => matches(filter, page, value)) !== isNegated(filter.operator);
};

/**
 * Deletes the clicks that a deletion of hits means: all of its days, or those on its pages. Clicks
 * don't know their visits and events, so a deletion of those leaves them.
 */
export const createDeleteClicks =
  (database: Database) =>
  async ({ site, range, of, filter }: Selection): Promise<void> => {
    const conditions = ownConditionsOf(filter);
    if (of !== 'hits' || conditions.some(({ dimension }) => dimension !== 'page')) return;
    const ofDays = () =>
      database('click_days').where({ website_id: site.id }).whereBetween('day', [range.from, range.to]);
    if (conditions.length === 0) {
      await ofDays().delete();
      return;
    }
    const pages = await ofDays().distinct('page').pluck<string[]>('page');
    const chosen = pages.filter((page) => page !== '' && holds(filter, page));
    if (chosen.length > 0) await ofDays().whereIn('page', chosen).delete();
  };
