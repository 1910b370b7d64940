import { spanOf } from '../calendar/date-range.ts';
import type { DateRange } from '../calendar/date-range.ts';
import { addDays } from '../calendar/local-day.ts';
import { isVisitDimension, isTime } from '../dimensions/dimension-names.ts';
import type { GroupBy } from '../dimensions/dimension-names.ts';
import type { Sql } from '../sql/sql.ts';
import { conditionsOf, forRowsOf } from '../stats/query/filter.ts';
import type { Filter } from '../stats/query/filter.ts';
import type { Site } from '../stats/query/sums-request.ts';
import { filterSql, fittingIds } from '../stats/sql/filter-sql.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import { visitorsBy } from './conversions-sql.ts';
import type { CountedVisits } from './conversions-sql.ts';

/** Site, days and filter for which conversions are counted. */
export interface CountedDays {
  readonly site: Site;
  readonly range: DateRange;
  readonly filter: Filter;
}

/**
 * A filter as it is asked of visits: what it says of pages and events becomes what happened in the visit.
 */
export const ofVisits = (filter: Filter): Filter => forRowsOf(filter, isVisitDimension);

/** Looks up what a filter names, and makes it a condition on visits. */
export const countedVisits = async (
  run: <Row>(query: Sql) => Promise<Row[]>,
  { site, range, filter }: CountedDays,
): Promise<CountedVisits> => {
  const span = spanOf(range, site.timezone);
  const asked = { site, span, filter: ofVisits(filter) };
  const visits = filterSql(asked, await fittingIds(run, asked));
  return { websiteId: site.id, span, visits, isFiltered: conditionsOf(filter).length > 0 };
};

/** The days of a range that were not imported, as ranges. Imports leave out days that have visits. */
const nativeRanges = (imported: readonly DateRange[], { from, to }: DateRange): readonly DateRange[] => {
  const ranges: DateRange[] = [];
  let next = from;
  for (const stretch of imported) {
    if (stretch.to < next || stretch.from > to) continue;
    if (stretch.from > next) ranges.push({ from: next, to: addDays(stretch.from, -1) });
    next = addDays(stretch.to, 1);
  }
  if (next <= to) ranges.push({ from: next, to });
  return ranges;
};

/**
 * Visitors to compare conversions with, by the values of a dimension or by periods; keyed by `''`
 * without either. Where imported days can't tell of conversions, their visitors are left out, too:
 * a rate would be too low.
 */
export const comparedVisitors = async (
  stats: Pick<StatsStore, 'page' | 'importedDays'>,
  { site, range, filter }: CountedDays,
  includesImported: boolean,
  groupBy?: GroupBy,
): Promise<ReadonlyMap<string, number>> => {
  const imported = includesImported ? [] : await stats.importedDays(site);
  const ranges = nativeRanges(imported, range);
  if (ranges.length === 1 && ranges[0]?.from === range.from && ranges[0].to === range.to)
    return visitorsBy(stats, site, range, filter, groupBy);
  const sums = new Map<string, number>();
  // Every period has a number, also one of which all days were imported.
  if (groupBy !== undefined && isTime(groupBy))
    for (const period of (await visitorsBy(stats, site, range, filter, groupBy)).keys()) sums.set(period, 0);
  for (const part of ranges)
    for (const [key, visitors] of await visitorsBy(stats, site, part, filter, groupBy))
      sums.set(key, (sums.get(key) ?? 0) + visitors);
  return sums;
};
