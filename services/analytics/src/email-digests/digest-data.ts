import { answerQuery } from '../stats/query/answer-query.ts';
import type { DateRange } from '../calendar/date-range.ts';
import type { Dimension } from '../dimensions/dimension-names.ts';
import type { Metric, MetricValues } from '../metrics/metric-values.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import type { Site } from '../stats/query/sums-request.ts';

export interface TopList {
  readonly dimension: ListedDimension;
  readonly metric: ListedMetric;
  readonly rows: readonly { readonly value: string; readonly count: number }[];
}

/** The numbers of a digest. */
export interface DigestData {
  readonly range: DateRange;
  readonly totals: MetricValues;
  readonly before: MetricValues;
  readonly days: readonly { readonly day: string; readonly visitors: number }[];
  readonly lists: readonly TopList[];
}

const TOTALS: readonly Metric[] = [
  'visitors',
  'visits',
  'pageviews',
  'events',
  'bounce_rate',
  'visit_duration',
];

const LISTS = [
  ['page', 'pageviews'],
  ['referrer', 'visits'],
  ['country', 'visits'],
  ['event', 'events'],
] as const satisfies readonly (readonly [Dimension, Metric])[];

export type ListedDimension = (typeof LISTS)[number][0];
export type ListedMetric = (typeof LISTS)[number][1];
const ROWS = 5;

/**
 * Reads a digest's numbers from one snapshot, with the period before; undefined when nothing
 * happened.
 */
export const loadDigest = (
  store: Pick<StatsStore, 'inSnapshot'>,
  site: Site,
  range: DateRange,
): Promise<DigestData | undefined> =>
  store.inSnapshot(async (snapshot) => {
    const common = { filter: { and: [] }, range, offset: 0 };
    const total = await answerQuery(snapshot, site, {
      ...common,
      metrics: TOTALS,
      groupBy: [],
      compare: 'previous_period',
      limit: 1,
    });
    const [sum] = total.rows;
    if (sum === undefined || ((sum.metrics.pageviews ?? 0) === 0 && (sum.metrics.events ?? 0) === 0))
      return undefined;
    const days = await answerQuery(snapshot, site, {
      ...common,
      metrics: ['visitors'],
      groupBy: ['time:day'],
      limit: 31,
    });
    const lists: TopList[] = [];
    for (const [dimension, metric] of LISTS) {
      const { rows } = await answerQuery(snapshot, site, {
        ...common,
        metrics: [metric],
        groupBy: [dimension],
        limit: ROWS,
      });
      const counted = rows.map((row) => ({
        value: row.dimensions[dimension] ?? '',
        count: row.metrics[metric] ?? 0,
      }));
      if (counted.length > 0) lists.push({ dimension, metric, rows: counted });
    }
    return {
      range,
      lists,
      totals: sum.metrics,
      before: sum.comparison ?? {},
      days: days.rows.map((row) => ({
        day: row.dimensions['time:day'] ?? '',
        visitors: row.metrics.visitors ?? 0,
      })),
    };
  });
