import { spanOf } from '../calendar/date-range.ts';
import type { DateRange } from '../calendar/date-range.ts';
import { isVisitDimension } from '../dimensions/dimension-names.ts';
import { conditionsOf, forRowsOf } from '../stats/query/filter.ts';
import type { Filter } from '../stats/query/filter.ts';
import type { Site } from '../stats/query/sums-request.ts';
import { filterSql, fittingIds } from '../stats/sql/filter-sql.ts';
import type { CountedVisits } from './conversions-sql.ts';
import type { Sql } from '../sql/sql.ts';

/** Site, days and filter for which conversions are counted. */
export interface CountedDays {
  readonly site: Site;
  readonly range: DateRange;
  readonly filter: Filter;
}

/** Looks up what a filter names, and makes it a condition on visits. */
export const countedVisits = async (
  run: <Row>(query: Sql) => Promise<Row[]>,
  { site, range, filter }: CountedDays,
): Promise<CountedVisits> => {
  const span = spanOf(range, site.timezone);
  const asked = { site, span, filter: forRowsOf(filter, isVisitDimension) };
  const visits = filterSql(asked, await fittingIds(run, asked));
  return { websiteId: site.id, span, visits, isFiltered: conditionsOf(filter).length > 0 };
};
