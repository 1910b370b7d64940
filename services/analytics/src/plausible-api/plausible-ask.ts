import { invalid } from '@platform/errors';

import type { DateRange, Preset } from '../calendar/date-range.ts';
import type { GroupBy } from '../dimensions/dimension-names.ts';
import type { Metric } from '../metrics/metric-values.ts';
import type { Filter } from '../stats/query/filter.ts';
import type { StatsQueryBody } from '../stats/stats-schema.ts';
import type { StatsService } from '../stats/stats-service.ts';
import type { Website } from '../websites/website.ts';
import { groupNamed, shownValue } from './plausible-dimensions.ts';
import { isRate, metricsNamed, metricsOf, plausibleValue } from './plausible-metrics.ts';
import { MOST_ROWS } from './plausible-question.ts';
import type { Ask, Question } from './plausible-question.ts';
import { shareOf, wholesOf } from './plausible-rates.ts';
import type { Whole } from './plausible-rates.ts';
import { isOrderOfValues, orderOf, pageOf } from './plausible-sorting.ts';

type Sort = NonNullable<StatsQueryBody['sort']>;

/** The dimension of ours to group by. @throws AppError `invalid` */
export const groupOf = (name: string, range: DateRange | Preset): GroupBy =>
  groupNamed(name, typeof range === 'object' && range.from === range.to);

const sortOf = (question: Question): Sort =>
  orderOf(question).flatMap(([name, order]): Sort => {
    const isMetric = question.metrics.includes(name);
    if (!isMetric) return [{ by: groupOf(name, question.range), order }];
    return metricsOf(name).map((by: Metric) => ({ by, order }));
  });

interface Page {
  readonly per_page: number;
  readonly page: number;
  /** Rows of the page before the first one asked for. */
  readonly skip: number;
}

const ALL: Page = { per_page: MOST_ROWS, page: 1, skip: 0 };

/** Rows that are read to answer an offset that is no multiple of the limit. */
const MOST_READ = 100_000;

const pageAt = ({ limit, offset }: Question): Page => {
  if (offset % limit === 0) return { per_page: limit, page: offset / limit + 1, skip: 0 };
  if (offset + limit > MOST_READ)
    throw invalid([
      {
        field: 'pagination',
        message: `beyond ${MOST_READ} rows, pagination.offset must be a multiple of pagination.limit`,
      },
    ]);
  return { per_page: limit + offset, page: 1, skip: offset };
};

const filtersOf = ({ filters, partOf }: Question, { of }: Whole): readonly Filter[] => {
  if (of === 'all') return partOf?.all ?? filters.all;
  return of === 'group' ? (partOf?.group ?? filters.withoutGoals) : filters.withoutGoals;
};

/** Asks our statistics what Plausible's clients want to know, but for revenue. */
export const createAsk = (stats: Pick<StatsService, 'query'>): Ask => {
  /** Visitors by the values of some dimensions, of which rates are shares. */
  const visitorsBy = async (
    { organisation, id }: Website,
    dimensions: readonly GroupBy[],
    filters: readonly Filter[],
    range: DateRange | Preset,
  ): Promise<(key: Readonly<Record<string, string>>) => number> => {
    const { rows } = await stats.query(organisation, id, {
      dimensions,
      filters,
      metrics: ['visitors'],
      date_range: range,
      per_page: MOST_ROWS,
      page: 1,
    });
    const keyOf = (values: Readonly<Record<string, string>>): string =>
      JSON.stringify(dimensions.map((name) => values[name] ?? ''));
    const visitors = new Map(rows.map((row) => [keyOf(row.dimensions), row.metrics.visitors ?? 0]));
    return (key) => visitors.get(keyOf(key)) ?? 0;
  };

  return async (website, question) => {
    const { metrics, dimensions, filters, range, partOf } = question;
    const groups = dimensions.map((name) => groupOf(name, range));
    const { asksForGoal } = filters;
    const wholes = wholesOf(metrics, dimensions, { asksForGoal, isPart: partOf !== undefined });
    const sortsHere = isOrderOfValues(orderOf(question));
    const { skip, ...page } = sortsHere ? ALL : pageAt(question);
    const answer = await stats.query(website.organisation, website.id, {
      metrics: metricsNamed(metrics),
      dimensions: groups,
      filters: filters.all,
      date_range: range,
      sort: sortOf(question),
      ...page,
    });
    const visitorsOf = new Map<string, Awaited<ReturnType<typeof visitorsBy>>>();
    for (const [name, whole] of wholes) {
      const by = whole.dimensions.map((each) => groupOf(each, range));
      visitorsOf.set(name, await visitorsBy(website, by, filtersOf(question, whole), range));
    }
    const rows = answer.rows.map((row) => ({
      dimensions: dimensions.map((name, index) =>
        shownValue(name, row.dimensions[groups[index] ?? ''] ?? ''),
      ),
      values: metrics.map((name) => {
        const value = plausibleValue(name, row.metrics);
        return isRate(name) ? shareOf(value, visitorsOf.get(name)?.(row.dimensions) ?? 0) : value;
      }),
    }));
    const { total, hasImported } = answer;
    return {
      total,
      hasImported,
      range: answer.range,
      rows: sortsHere ? pageOf(rows, question) : rows.slice(skip),
    };
  };
};
