import { invalid } from '@platform/errors';

import { spanOf } from '../calendar/date-range.ts';
import type { DateRange, Preset } from '../calendar/date-range.ts';
import { timeBucketsInTurns } from '../calendar/time-buckets.ts';
import { intervalIn } from '../stats/query/sums-request.ts';
import { groupOf } from './plausible-ask.ts';
import { shownValue } from './plausible-dimensions.ts';
import { isInTime } from './plausible-rates.ts';

/**
 * Every value that the dimension of time may have in a range.
 * @param asked the range as it was asked for, which tells what `time` is
 * @throws AppError `invalid` without such a dimension
 */
export const timeLabels = async (
  dimensions: readonly string[],
  asked: DateRange | Preset,
  range: DateRange,
  timezone: string,
): Promise<readonly string[]> => {
  const name = dimensions.find(isInTime);
  const interval = name === undefined ? undefined : intervalIn([groupOf(name, asked)]);
  if (name === undefined || interval === undefined)
    throw invalid([{ field: 'include', message: 'include.time_labels needs a time dimension' }]);
  const { labels } = await timeBucketsInTurns(spanOf(range, timezone), interval, timezone);
  return labels.map((label) => shownValue(name, label));
};
