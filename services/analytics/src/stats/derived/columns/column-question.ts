import { isProperty, isTime } from '../../../dimensions/dimension-names.ts';
import type { GroupBy } from '../../../dimensions/dimension-names.ts';
import type { FittingIds } from '../../sql/filter-sql.ts';
import { asksForBehaviour, conditionsOf } from '../../query/filter.ts';
import type { Sum } from '../../../metrics/sums.ts';
import { countsByFlag } from '../../sql/event-rows-sql.ts';
import { basisOf, dimensionsOf, isDaily } from '../../query/sums-request.ts';
import type { SumsRequest } from '../../query/sums-request.ts';
import { WHOLE_VISIT } from './add-hits.ts';
import { columnOf } from './block-mask.ts';
import type { ColumnName } from './columns.ts';

/** The sums of a request for one or more lists of keys, counted in one pass. */
export interface ColumnQuestion {
  readonly request: SumsRequest;
  readonly groupings: readonly (readonly GroupBy[])[];
  readonly ids: FittingIds;
}

/**
 * True for a request that blocks answer exactly as the raw rows do: no property, nothing on what else
 * a visit did, no time within the day, and not the visitors of a page (or event) alone, which are counted by the flag "first of
 * this page today".
 */
export const fitsColumns = (request: SumsRequest): boolean => {
  const names = dimensionsOf(request);
  if (asksForBehaviour(request.filter)) return false;
  if (names.length === 0 || names.some(isProperty) || !isDaily(request.groupBy)) return false;
  return !(request.sums.has('visitors') && countsByFlag(request));
};

/** True for a request whose sums of different days add up to those of all of them. */
export const addsUp = (request: SumsRequest): boolean =>
  basisOf(request) === 'visits' || !WHOLE_VISIT.some((sum) => request.sums.has(sum));

const SUM_COLUMNS: Readonly<Partial<Record<Sum, ColumnName>>> = {
  duration: 'duration',
  pageviews: 'pageviews',
  events: 'events',
  engaged: 'engaged',
  scroll: 'scroll',
};

const HIT_SUM_COLUMNS: Readonly<Partial<Record<Sum, ColumnName>>> = {
  duration: 'duration',
  engaged: 'hit_engaged',
  scroll: 'hit_scroll',
};

/** The columns that a question needs. */
export const neededColumns = ({ request, groupings }: ColumnQuestion): ReadonlySet<ColumnName> => {
  const isOfVisits = basisOf(request) === 'visits';
  const keys = groupings.flat().flatMap((name) => (isTime(name) ? [] : [columnOf(name)]));
  const conditions = conditionsOf(request.filter).map(({ dimension }) => columnOf(dimension));
  const sums = [...request.sums].flatMap((sum) => (isOfVisits ? SUM_COLUMNS : HIT_SUM_COLUMNS)[sum] ?? []);
  const always: ColumnName[] = isOfVisits ? ['traits'] : ['traits', 'hits', 'hit_name', 'hit_count'];
  return new Set([...always, ...keys, ...conditions, ...sums]);
};
