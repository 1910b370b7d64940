import { lengthInDays } from '../../calendar/date-range.ts';
import type { DateRange } from '../../calendar/date-range.ts';
import type { Interval } from '../../calendar/interval.ts';
import { isTime } from '../../dimensions/dimension-names.ts';
import { conditionsOf } from '../query/filter.ts';
import type { Filter } from '../query/filter.ts';
import type { ResolvedQuery } from '../query/resolved-query.ts';
import { intervalIn } from '../query/sums-request.ts';
import { STATISTICS } from '../statistic-names.ts';
import type { StatisticQuestion } from './named-statistics.ts';

/** Rows up to which the way to another thread would cost more than it saves. */
const MANY = 1_000;

const DAYS: Readonly<Record<Interval, number>> = {
  minute: 1 / 1_440,
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 30,
  year: 365,
};

/** Days whose visits are counted here under a filter: a quarter of a year. */
const DAYS_OF_VISITS = 92;

/** Under a filter, the visits of all days are read and counted; without, there are sums. */
const countsManyVisits = (filter: Filter, range: DateRange, times = 1): boolean =>
  conditionsOf(filter).length > 0 && lengthInDays(range) * times > DAYS_OF_VISITS;

/**
 * True for a question whose answer may be put together of many rows or visits; of how many isn't
 * known yet.
 */
export const isHeavyQuery = ({ groupBy, filter, range, compare, limit }: ResolvedQuery): boolean => {
  const interval = intervalIn(groupBy);
  const times = compare === undefined ? 1 : 2;
  const buckets = interval === undefined ? 0 : lengthInDays(range) / DAYS[interval];
  if (buckets * times > MANY || countsManyVisits(filter, range, times)) return true;
  return limit > MANY && groupBy.some((name) => !isTime(name));
};

/** The same for a named statistic. */
export const isHeavyStatistic = ({ name, filter, range, limit }: StatisticQuestion): boolean => {
  const { kind } = STATISTICS[name];
  if (countsManyVisits(filter, range)) return true;
  if (kind === 'dimension') return limit > MANY;
  return kind !== 'continent' && lengthInDays(range) / DAYS[kind === 'time' ? 'day' : 'hour'] > MANY;
};
