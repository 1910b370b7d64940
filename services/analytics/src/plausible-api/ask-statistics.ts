import { invalid } from '@platform/errors';

import { lengthInDays } from '../calendar/date-range.ts';
import type { DateRange, Preset } from '../calendar/date-range.ts';
import type { GroupBy } from '../dimensions/dimension-names.ts';
import type { Metric } from '../metrics/metric-values.ts';
import type { QueryAnswer } from '../stats/answers/stats-answers.ts';
import type { Filter } from '../stats/query/filter.ts';
import { basisOf } from '../stats/query/sums-request.ts';
import type { StatsQueryBody } from '../stats/stats-schema.ts';
import type { StatsService } from '../stats/stats-service.ts';
import type { Website } from '../websites/website.ts';
import { groupNamed, shownValue } from './plausible-dimensions.ts';
import type { AskedFilters } from './plausible-filters.ts';
import {
  isRate,
  metricsNamed,
  metricsOf,
  plausibleValue,
  shareOf,
  wholesOf,
  isRevenue,
  isInTime,
  GOAL,
  MANY_CURRENCIES,
  NO_REVENUE,
  toMoney,
} from './plausible-metrics.ts';
import type { Whole, RevenueMetric, Money, RevenueWarning } from './plausible-metrics.ts';
import type { PlausibleRevenueStore, Worth } from './plausible-revenue-store.ts';

export type Order = readonly (readonly [string, 'asc' | 'desc'])[];

/** A question in Plausible's names. */
export interface Question {
  readonly metrics: readonly string[];
  readonly dimensions: readonly string[];
  readonly filters: AskedFilters;
  readonly range: DateRange | Preset;
  readonly limit: number;
  /** Rows before the first one of the answer. */
  readonly offset: number;
  readonly order?: Order;
  /** Of a question that is a part of another one: filters of the whole, and of its group. */
  readonly partOf?: { readonly all: readonly Filter[]; readonly group: readonly Filter[] };
}

export type PlausibleValue = number | Money | null;

export interface PlausibleRow {
  /** In the order of the question's dimensions. */
  readonly dimensions: readonly string[];
  /** In the order of its metrics. */
  readonly values: readonly PlausibleValue[];
}

export interface PlausibleAnswer extends Pick<QueryAnswer, 'total' | 'range' | 'hasImported'> {
  readonly rows: readonly PlausibleRow[];
  /** Reason why revenue is missing, if it was asked for. */
  readonly warning?: RevenueWarning | undefined;
  /** Note about what is missing from the rows. */
  readonly note?: string;
}

/** Answers a question about a website. @throws AppError `invalid` */
export type Ask = (website: Website, question: Question) => Promise<PlausibleAnswer>;

/** Rows of an answer at most. */
export const MOST_ROWS = 10_000;

type Sort = NonNullable<StatsQueryBody['sort']>;

/** Returns our dimension to group by. @throws AppError `invalid` */
export const groupOf = (name: string, range: DateRange | Preset): GroupBy =>
  groupNamed(name, typeof range === 'object' ? lengthInDays(range) : Infinity);

const sortOf = (question: Question): Sort =>
  orderOf(question).flatMap(([name, order]): Sort => {
    const isMetric = question.metrics.includes(name);
    if (!isMetric) return [{ by: groupOf(name, question.range), order }];
    return metricsOf(name).map((by: Metric) => ({ by, order }));
  });

/** The label of a bucket: a week that begins before the range is named by the range's first day. */
export const notBefore = ({ from }: DateRange, group: string, label: string): string =>
  group === 'time:week' && label < from ? from : label;

interface Page {
  readonly per_page: number;
  readonly page: number;
  /** Rows of the page before the first one asked for. */
  readonly skip: number;
}

const ALL: Page = { per_page: MOST_ROWS, page: 1, skip: 0 };

/** Rows read to answer an offset that isn't a multiple of the limit. */
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
      dimensions: dimensions.map((name, index) => {
        const group = groups[index] ?? '';
        return notBefore(answer.range, group, shownValue(name, row.dimensions[group] ?? ''));
      }),
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

/**
 * Returns the sort order of rows: as asked, else by time, else by the first metric.
 * @throws AppError `invalid` for anything but a metric or dimension of the question
 */
export const orderOf = ({ metrics, dimensions, order = [] }: Question): Order => {
  for (const [name, direction] of order) {
    const refuse = (why: string) =>
      invalid([{ field: 'order_by', message: `Invalid order_by "${name.slice(0, 60)}": ${why}` }]);
    if (!metrics.includes(name) && !dimensions.includes(name))
      throw refuse('it is neither a metric nor a dimension of the question');
    if (!['asc', 'desc'].includes(direction)) throw refuse('asc or desc has to follow');
  }
  if (order.length > 0) return order;
  const time = dimensions.find(isInTime);
  const [first] = metrics;
  const byFirst: Order = first === undefined || dimensions.every(isInTime) ? [] : [[first, 'desc']];
  return [...(time === undefined ? [] : [[time, 'asc'] as const]), ...byFirst];
};

/** True for an order that can be told from the finished values only: sources are sorted by their names. */
export const isOrderOfValues = (order: Order): boolean =>
  order.some(([name]) => isRevenue(name) || name.endsWith('conversion_rate') || name === 'visit:source');

/** A value as a number, an amount without its currency; null for none. */
export const numberOf = (value: PlausibleValue | undefined): number | null =>
  typeof value === 'object' ? (value?.value ?? null) : (value ?? null);

/** A page of finished rows, sorted as the question asks; what has no value comes last. */
export const pageOf = (rows: readonly PlausibleRow[], question: Question): readonly PlausibleRow[] => {
  const { metrics, dimensions, limit, offset } = question;
  const order = orderOf(question);
  const compare = (a: PlausibleRow, b: PlausibleRow): number => {
    for (const [name, direction] of order) {
      const place = metrics.indexOf(name);
      const keyOf = (row: PlausibleRow): number | string | null =>
        place === -1 ? (row.dimensions[dimensions.indexOf(name)] ?? '') : numberOf(row.values[place]);
      const [x, y] = [keyOf(a), keyOf(b)];
      if (x === y) continue;
      if (x === null || y === null) return x === null ? 1 : -1;
      return x < y === (direction === 'asc') ? -1 : 1;
    }
    return 0;
  };
  return rows.toSorted(compare).slice(offset, offset + limit);
};

const worthOf = (metric: RevenueMetric, { amount, conversions, currency }: Worth): Money =>
  toMoney(metric === 'total_revenue' ? amount : amount / conversions, currency);

/** True where there is more than one currency. */
const isMixed = (worths: readonly Worth[]): boolean =>
  new Set(worths.map(({ currency }) => currency)).size > 1;

/** Adds revenue to the answers to questions about goals. */
export const withRevenue = (ask: Ask, store: PlausibleRevenueStore): Ask => {
  const worthsOf = async (
    { id, timezone, weekStart }: Website,
    { dimensions, filters, range: asked }: Question,
    range: PlausibleAnswer['range'],
  ): Promise<readonly Worth[]> => {
    // Otherwise amounts of anything would count.
    if (!filters.asksForGoal && !dimensions.includes(GOAL)) return [];
    const groupBy = dimensions.map((name) => groupOf(name, asked));
    const question = { groupBy, range, filter: { and: filters.all } };
    // Views of pages are worth nothing.
    if (!['events', 'hits'].includes(basisOf(question))) return [];
    const found = await store.worth({ id, timezone, weekStart }, question);
    return found.map((worth) => ({
      ...worth,
      keys: worth.keys.map((key, index) =>
        notBefore(range, groupBy[index] ?? '', shownValue(dimensions[index] ?? '', key)),
      ),
    }));
  };

  return async (website, question) => {
    const { metrics, dimensions } = question;
    if (!metrics.some(isRevenue)) return ask(website, question);
    const sortsHere = isOrderOfValues(orderOf(question));
    const answer = await ask(website, sortsHere ? { ...question, limit: MOST_ROWS, offset: 0 } : question);
    const worths = await worthsOf(website, question, answer.range);
    // By goals, each may have a currency of its own.
    const goal = dimensions.indexOf(GOAL);
    const groupName = (keys: readonly string[]): string => keys[goal] ?? '';
    const byGoal = Map.groupBy(worths, ({ keys }) => groupName(keys));
    const byKeys = new Map(
      worths
        .filter(({ keys }) => !isMixed(byGoal.get(groupName(keys)) ?? []))
        .map((worth) => [JSON.stringify(worth.keys), worth]),
    );
    const rows = answer.rows.map((row) => {
      const worth = byKeys.get(JSON.stringify(row.dimensions));
      return {
        ...row,
        values: row.values.map((value, index) => {
          const name = metrics[index] ?? '';
          if (!isRevenue(name)) return value;
          return worth === undefined ? null : worthOf(name, worth);
        }),
      };
    });
    let warning: RevenueWarning | undefined;
    if (worths.length === 0) warning = NO_REVENUE;
    else if ([...byGoal.values()].some(isMixed)) warning = MANY_CURRENCIES;
    return { ...answer, warning, rows: sortsHere ? pageOf(rows, question) : rows };
  };
};
