import { comparisonRange } from '../calendar/date-range.ts';
import type { GoalCounts } from '../goals/days/goal-counts.ts';
import type { Goal } from '../goals/goal.ts';
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

/** A goal with its conversions in the period and in the one before. */
export interface GoalLine {
  readonly name: string;
  readonly conversions: number;
  readonly before: number;
}

/** The numbers of a digest. */
export interface DigestData {
  readonly range: DateRange;
  readonly totals: MetricValues;
  readonly before: MetricValues;
  readonly days: readonly { readonly day: string; readonly visitors: number }[];
  readonly lists: readonly TopList[];
  /** Most reached first; those that nobody reached in either period are left out. */
  readonly goals: readonly GoalLine[];
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
const GOALS = 10;

export interface DigestSources {
  readonly stats: Pick<StatsStore, 'inSnapshot'>;
  readonly goals: { list(websiteId: number): Promise<readonly Goal[]> };
  readonly counts: Pick<GoalCounts, 'count'>;
}

const loadGoals = async (
  { goals, counts }: DigestSources,
  site: Site,
  range: DateRange,
): Promise<readonly GoalLine[]> => {
  const before = comparisonRange(range, 'previous_period');
  const lines: GoalLine[] = [];
  for (const goal of await goals.list(site.id)) {
    const { conversions } = await counts.count(site, [goal], range);
    const earlier = await counts.count(site, [goal], before);
    lines.push({ name: goal.name, conversions, before: earlier.conversions });
  }
  return lines
    .filter(({ conversions, before: earlier }) => conversions + earlier > 0)
    .sort((a, b) => b.conversions - a.conversions || b.before - a.before || (a.name < b.name ? -1 : 1))
    .slice(0, GOALS);
};

const loadNumbers = (
  store: DigestSources['stats'],
  site: Site,
  range: DateRange,
): Promise<Omit<DigestData, 'goals'> | undefined> =>
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

/**
 * Reads a digest's numbers, with the period before; undefined when nothing happened. Those of visits
 * and pages come from one snapshot.
 */
export const loadDigest = async (
  sources: DigestSources,
  site: Site,
  range: DateRange,
): Promise<DigestData | undefined> => {
  const numbers = await loadNumbers(sources.stats, site, range);
  return numbers && { ...numbers, goals: await loadGoals(sources, site, range) };
};
