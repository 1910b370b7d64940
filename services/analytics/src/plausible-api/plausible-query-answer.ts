import { invalid } from '@platform/errors';

import { spanOf } from '../calendar/date-range.ts';
import type { DateRange, Preset } from '../calendar/date-range.ts';
import { timeBucketsInTurns } from '../calendar/time-buckets.ts';
import { intervalIn } from '../stats/query/sums-request.ts';
import { groupOf } from './plausible-ask.ts';
import { shownValue } from './plausible-dimensions.ts';
import { isRevenue } from './plausible-metrics.ts';
import type { PlausibleAnswer } from './plausible-question.ts';
import { isInTime } from './plausible-rates.ts';
import type { QueryBody } from './plausible-schema.ts';

/**
 * Every value that the dimension of time may have in a range.
 * @param asked the range as it was asked for, which tells what `time` is
 * @throws AppError `invalid` without such a dimension
 */
const timeLabels = async (
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

/** What the reader of an answer should know. @throws AppError `invalid` for labels of no time */
const metaOf = async (
  { include, dimensions, metrics }: QueryBody,
  { hasImported, total, range, warning, note }: PlausibleAnswer,
  asked: DateRange | Preset,
  timezone: string,
): Promise<object> => ({
  ...(include.imports === true ? { imports_included: hasImported } : {}),
  ...(include.total_rows === true ? { total_rows: total } : {}),
  ...(include.time_labels === true
    ? { time_labels: await timeLabels(dimensions, asked, range, timezone) }
    : {}),
  ...(note === undefined ? {} : { warning: note }),
  ...(warning === undefined
    ? {}
    : { metric_warnings: Object.fromEntries(metrics.filter(isRevenue).map((name) => [name, warning])) }),
});

/** The answer to a query as Plausible writes it. */
export const queryAnswer = async (
  body: QueryBody,
  answer: PlausibleAnswer,
  asked: DateRange | Preset,
  timezone: string,
): Promise<object> => {
  const { site_id, metrics, dimensions, filters, order_by, include, pagination } = body;
  return {
    results: answer.rows.map(({ values, dimensions: shown }) => ({ metrics: values, dimensions: shown })),
    meta: await metaOf(body, answer, asked, timezone),
    query: {
      site_id,
      metrics,
      dimensions,
      filters,
      date_range: [answer.range.from, answer.range.to],
      ...(order_by === undefined ? {} : { order_by }),
      include,
      pagination,
    },
  };
};
