import type { DateRange, Preset } from '../calendar/date-range.ts';
import { isRevenue } from './plausible-metrics.ts';
import type { PlausibleAnswer } from './plausible-question.ts';
import type { QueryBody } from './plausible-schema.ts';
import { timeLabels } from './plausible-time-labels.ts';

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
