import { invalid } from '@platform/errors';

import { lengthInDays } from '../calendar/date-range.ts';
import type { DateRange } from '../calendar/date-range.ts';
import { addDays } from '../calendar/local-day.ts';
import { localDay } from '../calendar/zone-day.ts';
import type { GroupBy } from '../dimensions/dimension-names.ts';
import { answerQuery } from '../stats/query/answer-query.ts';
import type { Filter } from '../stats/query/filter.ts';
import type { Site } from '../stats/query/sums-request.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import type { RangeQuery } from './goals-schema.ts';

const DAYS = 30;

/** Days that conversions are counted over at most. */
export const LONGEST_DAYS = 800;

/** The days of a query: the last 30 by default. @throws AppError `invalid` */
export const goalRange = ({ timezone }: Site, { from, to }: RangeQuery, now: number): DateRange => {
  const today = localDay(timezone, now);
  const last = to ?? (from !== undefined && from > today ? from : today);
  const range = { from: from ?? addDays(last, 1 - DAYS), to: last };
  if (range.to < range.from) throw invalid([{ field: 'to', message: 'to must not be before the first day' }]);
  if (lengthInDays(range) > LONGEST_DAYS)
    throw invalid([{ field: 'to', message: `to must be within ${LONGEST_DAYS} days of the first day` }]);
  return range;
};

/** Visitors of a range, by the values of a dimension or by periods; under the empty text without. */
export const visitorsBy = async (
  stats: Pick<StatsStore, 'page'>,
  site: Site,
  range: DateRange,
  groupBy?: GroupBy,
  filter: Filter = { and: [] },
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await answerQuery(stats, site, {
    metrics: ['visitors'],
    groupBy: groupBy === undefined ? [] : [groupBy],
    filter,
    range,
    limit: groupBy === undefined ? 1 : LONGEST_DAYS,
    offset: 0,
  });
  return new Map(
    rows.map(({ dimensions, metrics }) => [
      groupBy === undefined ? '' : (dimensions[groupBy] ?? ''),
      metrics.visitors ?? 0,
    ]),
  );
};

/** Visitors of a range. */
export const visitorsOf = async (
  stats: Pick<StatsStore, 'page'>,
  site: Site,
  range: DateRange,
): Promise<number> => (await visitorsBy(stats, site, range)).get('') ?? 0;
