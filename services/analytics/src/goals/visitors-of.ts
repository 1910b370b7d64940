import type { DateRange } from '../calendar/date-range.ts';
import type { GroupBy } from '../dimensions/dimension-names.ts';
import { answerQuery } from '../stats/query/answer-query.ts';
import type { Filter } from '../stats/query/filter.ts';
import type { Site } from '../stats/query/sums-request.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import { MAX_DAYS } from '../stats/statistic-schema.ts';

/** Visitors of a range, by the values of a dimension or by periods; keyed by `''` without either. */
export const visitorsBy = async (
  stats: Pick<StatsStore, 'page'>,
  site: Site,
  range: DateRange,
  filter: Filter,
  groupBy?: GroupBy,
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await answerQuery(stats, site, {
    metrics: ['visitors'],
    groupBy: groupBy === undefined ? [] : [groupBy],
    filter,
    range,
    limit: groupBy === undefined ? 1 : MAX_DAYS,
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
  filter: Filter,
): Promise<number> => (await visitorsBy(stats, site, range, filter)).get('') ?? 0;
