import { invalid, notFound } from '@platform/errors';

import { isRangeDay } from '../calendar/date-range.ts';
import type { DateRange, Preset } from '../calendar/date-range.ts';
import { localDay } from '../calendar/zone-day.ts';
import type { StatsService } from '../stats/stats-service.ts';
import type { StatsQueryBody } from '../stats/stats-schema.ts';
import type { Website } from '../websites/website.ts';
import { groupNamed, shownValue } from './plausible-dimensions.ts';
import { readFilter, readSimpleFilters } from './plausible-filters.ts';
import { metricNamed, metricsNamed, plausibleValues } from './plausible-metrics.ts';
import { customRange, dayOfInstant, periodRange } from './plausible-range.ts';
import type { BreakdownQuery, QueryBody, SimpleQuery, TimeseriesQuery } from './plausible-schema.ts';

export interface PlausibleServiceDeps {
  readonly findByDomain: (organisation: string, domain: string) => Promise<Website | undefined>;
  readonly stats: Pick<StatsService, 'query' | 'live'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

type Rows = readonly Readonly<Record<string, string | number | null>>[];
type Total = Readonly<Record<string, { value: number | null; change?: number | null }>>;

/** Questions as Plausible's clients ask them. All throw AppError `invalid` and `not_found`. */
export interface PlausibleService {
  aggregate(organisation: string, query: SimpleQuery): Promise<Total>;
  timeseries(organisation: string, query: TimeseriesQuery): Promise<Rows>;
  breakdown(organisation: string, query: BreakdownQuery): Promise<Rows>;
  visitors(organisation: string, domain: string): Promise<number>;
  query(organisation: string, body: QueryBody): Promise<object>;
}

const MOST_ROWS = 10_000;
const isOneDay = (range: DateRange | Preset): boolean => typeof range === 'object' && range.from === range.to;

const names = (text: string): readonly string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Percent from one value to another; null from nothing to something. */
const changeOf = (now: number | null, before: number | null): number | null => {
  if (now === null || before === null) return null;
  if (before === 0) return now === 0 ? 0 : 100;
  return Math.round((now / before - 1) * 100);
};

/** Answers Plausible's questions from our statistics. */
export const createPlausibleService = ({
  findByDomain,
  stats,
  now,
}: PlausibleServiceDeps): PlausibleService => {
  const siteOf = async (organisation: string, domain: string): Promise<Website> => {
    const website = await findByDomain(organisation, domain);
    if (website === undefined) throw notFound('website');
    return website;
  };

  const rangeOf = ({ timezone }: Website, { period, date }: SimpleQuery): DateRange | Preset => {
    if (period === 'custom') {
      const [from, to] = (date ?? '').split(',');
      return customRange(from, to, 'date');
    }
    if (date !== undefined && !isRangeDay(date))
      throw invalid([{ field: 'date', message: 'date must be a day such as 2024-01-31' }]);
    return periodRange(period, date ?? localDay(timezone, now()), 'period');
  };

  const bodyOf = (query: SimpleQuery, range: DateRange | Preset): StatsQueryBody => ({
    metrics: metricsNamed(names(query.metrics)),
    dimensions: [],
    filters: readSimpleFilters(query.filters ?? ''),
    date_range: range,
    per_page: MOST_ROWS,
    page: 1,
  });

  return {
    async aggregate(organisation, query) {
      const website = await siteOf(organisation, query.site_id);
      const body = bodyOf(query, rangeOf(website, query));
      const { rows } = await stats.query(organisation, website.id, {
        ...body,
        ...(query.compare === undefined ? {} : { compare: query.compare }),
      });
      const wanted = names(query.metrics);
      const values = plausibleValues(wanted, rows[0]?.metrics ?? {});
      const before = plausibleValues(wanted, rows[0]?.comparison ?? {});
      return Object.fromEntries(
        wanted.map((name, index) => {
          const value = values[index] ?? null;
          if (query.compare === undefined) return [name, { value }];
          return [name, { value, change: changeOf(value, before[index] ?? null) }];
        }),
      );
    },

    async timeseries(organisation, query) {
      const website = await siteOf(organisation, query.site_id);
      const range = rangeOf(website, query);
      const byMonth = query.period === '6mo' || query.period === '12mo';
      const interval = query.interval ?? (byMonth ? 'month' : undefined);
      const name = interval === undefined ? 'time' : `time:${interval === 'date' ? 'day' : interval}`;
      const by = groupNamed(name, isOneDay(range));
      const { rows } = await stats.query(organisation, website.id, {
        ...bodyOf(query, range),
        dimensions: [by],
      });
      const wanted = names(query.metrics);
      return rows.map((row) => {
        const values = plausibleValues(wanted, row.metrics);
        return {
          date: shownValue(by, row.dimensions[by] ?? ''),
          ...Object.fromEntries(wanted.map((metric, index) => [metric, values[index] ?? null])),
        };
      });
    },

    async breakdown(organisation, query) {
      const website = await siteOf(organisation, query.site_id);
      const by = groupNamed(query.property, false);
      const { rows } = await stats.query(organisation, website.id, {
        ...bodyOf(query, rangeOf(website, query)),
        dimensions: [by],
        per_page: query.limit,
        page: query.page,
      });
      const wanted = names(query.metrics);
      const key = query.property.slice(query.property.lastIndexOf(':') + 1);
      return rows.map((row) => {
        const values = plausibleValues(wanted, row.metrics);
        return {
          [key]: shownValue(query.property, row.dimensions[by] ?? ''),
          ...Object.fromEntries(wanted.map((metric, index) => [metric, values[index] ?? null])),
        };
      });
    },

    async visitors(organisation, domain) {
      const { id } = await siteOf(organisation, domain);
      return (await stats.live(organisation, id)).visitors5;
    },

    async query(organisation, body) {
      const website = await siteOf(organisation, body.site_id);
      const { date_range: asked, dimensions, metrics, pagination } = body;
      const range =
        typeof asked === 'string'
          ? periodRange(asked, localDay(website.timezone, now()), 'date_range')
          : customRange(
              dayOfInstant(asked[0], website.timezone),
              dayOfInstant(asked[1], website.timezone),
              'date_range',
            );
      const groups = dimensions.map((name) => groupNamed(name, isOneDay(range)));
      if (pagination.offset % pagination.limit !== 0)
        throw invalid([
          { field: 'pagination', message: 'pagination.offset must be a multiple of the limit' },
        ]);
      const isMetric = (name: string): boolean => metrics.includes(name);
      const answer = await stats.query(organisation, website.id, {
        metrics: metricsNamed(metrics),
        dimensions: groups,
        filters: body.filters.map((filter) => readFilter(filter)),
        date_range: range,
        per_page: pagination.limit,
        page: pagination.offset / pagination.limit + 1,
        ...(body.order_by === undefined
          ? {}
          : {
              sort: body.order_by.map(([name, order]) => ({
                by: isMetric(name) ? metricNamed(name) : groupNamed(name, isOneDay(range)),
                order: order === 'asc' ? ('asc' as const) : ('desc' as const),
              })),
            }),
      });
      return {
        results: answer.rows.map((row) => ({
          metrics: plausibleValues(metrics, row.metrics),
          dimensions: dimensions.map((name, index) =>
            shownValue(name, row.dimensions[groups[index] ?? ''] ?? ''),
          ),
        })),
        meta: {
          ...(body.include['imports'] === true ? { imports_included: answer.hasImported } : {}),
          ...(body.include['total_rows'] === true ? { total_rows: answer.total } : {}),
        },
        query: {
          site_id: body.site_id,
          metrics,
          dimensions,
          filters: body.filters,
          date_range: [answer.range.from, answer.range.to],
          pagination,
        },
      };
    },
  };
};
