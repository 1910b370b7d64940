import { spanOf } from '../../calendar/date-range.ts';
import type { DateRange } from '../../calendar/date-range.ts';
import { addDays, addMonths } from '../../calendar/local-day.ts';
import type { LocalDay } from '../../calendar/local-day.ts';
import { isOrigin, isProperty, isTime, numberOf } from '../../dimensions/dimension-names.ts';
import type { Dimension, GroupBy } from '../../dimensions/dimension-names.ts';
import type { Sum } from '../../metrics/metrics.ts';
import { join, literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import { conditionsOf } from '../query/filter.ts';
import { isDaily } from '../query/sums-request.ts';
import type { SumsRequest } from '../query/sums-request.ts';
import { bucketByDay, bucketByTime, groupByKeys, keyName, sumColumns } from './grouped-sql.ts';

/** Removes months from a range; returns the rest as the fewest possible ranges. */
export const withoutMonths = (range: DateRange, months: readonly LocalDay[]): readonly DateRange[] => {
  const rest: DateRange[] = [];
  let from = range.from;
  for (const month of [...months].sort()) {
    if (month > from) rest.push({ from, to: addDays(month, -1) });
    from = addMonths(month, 1);
  }
  return from <= range.to ? [...rest, { from, to: range.to }] : rest;
};

/** Selects the rows of a daily rollup in the range, and the sums of whole months where they exist. */
const rows = (request: SumsRequest, table: 'pages' | 'values', columns: string, condition: Sql): Sql => {
  const { site, range, months = [] } = request;
  const days = withoutMonths(range, months).map(
    ({
      from,
      to,
    }) => sql`SELECT ${literal(months.length > 0 ? columns : `day, ${columns}`)} FROM ${literal(`rollup_${table}`)}
      WHERE website_id = ${site.id} AND day BETWEEN ${from}::date AND ${to}::date AND ${condition}`,
  );
  const sums = sql`SELECT ${literal(columns)} FROM ${literal(`month_sums_${table}`)}
    WHERE website_id = ${site.id} AND month = ANY(${months}::date[]) AND ${condition}`;
  const imported = sql`SELECT ${literal(months.length > 0 ? columns : `day, ${columns}`)} FROM ${literal(`imported_${table}`)}
    WHERE website_id = ${site.id} AND day BETWEEN ${range.from}::date AND ${range.to}::date AND ${condition}`;
  return join([...days, ...(months.length > 0 ? [sums] : []), imported], ' UNION ALL ');
};

/** Page views, entries and exits of pages in the range. */
export const pageRows = (request: SumsRequest): Sql =>
  rows(
    request,
    'pages',
    'page_id, pageviews, visitors, engaged_ms, scroll, entries, exits',
    sql`page_id <> 0`,
  );

/** Visits and hits of values of some dimensions (by number) in the range. */
export const valueRows = (request: SumsRequest, dimensions: readonly number[]): Sql =>
  rows(
    request,
    'values',
    'dimension, value_id, visitors, visits, hits',
    sql`dimension = ANY(${dimensions}::int[])`,
  );

const TRAFFIC_COLUMNS = 'visitors, visits, bounces, duration_s, pageviews, events, engaged_ms, scroll';

/**
 * Quarter hours of the range, and days of whole months where month sums exist. Each row begins with
 * its time bucket.
 */
const trafficRows = (request: SumsRequest): Sql => {
  const { site, range, months = [] } = request;
  const bucketed = (bucket: (request: SumsRequest) => Sql): Sql =>
    request.buckets === undefined ? sql`0` : bucket(request);
  const quarters = withoutMonths(range, months).map((part) => {
    const { start, end } = spanOf(part, site.timezone);
    return sql`SELECT ${bucketed((of) => bucketByTime(literal('bucket'), of))} AS bucket_of_time, ${literal(TRAFFIC_COLUMNS)}
      FROM rollup_quarters WHERE website_id = ${site.id} AND bucket >= ${new Date(start)} AND bucket < ${new Date(end)}`;
  });
  const days = sql`SELECT ${bucketed(bucketByDay)} AS bucket_of_time, ${literal(TRAFFIC_COLUMNS)}
    FROM month_sums_days WHERE website_id = ${site.id} AND month = ANY(${months}::date[])`;
  // Imported days have no hours.
  const imported = sql`SELECT ${bucketed(bucketByDay)} AS bucket_of_time, ${literal(TRAFFIC_COLUMNS)}
    FROM imported_days WHERE website_id = ${site.id} AND day BETWEEN ${range.from}::date AND ${range.to}::date`;
  return join(
    [...quarters, ...(months.length > 0 ? [days] : []), ...(isDaily(request.groupBy) ? [imported] : [])],
    ' UNION ALL ',
  );
};

/** Sums of all traffic, by time or in all. */
const trafficSql = (request: SumsRequest): Sql => sql`
  SELECT ${literal(request.groupBy.map((_, index) => `bucket_of_time AS ${keyName(index).text}, `).join(''))}${sumColumns(
    {
      visitors: 'sum(visitors)',
      visits: 'sum(visits)',
      bounces: 'sum(bounces)',
      duration: 'sum(duration_s)',
      pageviews: 'sum(pageviews)',
      events: 'sum(events)',
      engaged: 'sum(engaged_ms)',
      scroll: 'sum(scroll)',
    },
  )}
  FROM (${trafficRows(request)}) AS rows
  ${groupByKeys(request.groupBy.length)}`;

const only = (request: SumsRequest, allowed: readonly Sum[]): boolean =>
  [...request.sums].every((sum) => allowed.includes(sum));

/** SELECT list of the keys; `column` is the one of the dimension. */
const keys = (request: SumsRequest, column: Sql): Sql =>
  join(
    request.groupBy.map(
      (name, index) => sql`${isTime(name) ? bucketByDay(request) : column} AS ${keyName(index)}, `,
    ),
    '',
  );

const isUnfiltered = (request: SumsRequest): boolean => conditionsOf(request.filter).length === 0;

/** The one dimension beside time that a request splits by. */
const onlyDimension = (groupBy: readonly GroupBy[]): Dimension | undefined => {
  const names = groupBy.filter((name): name is Dimension => !isTime(name));
  return names.length === 1 ? names[0] : undefined;
};

const pages = (request: SumsRequest): Sql => sql`
  SELECT ${keys(request, literal('page_id'))}${sumColumns({
    visitors: 'sum(visitors)',
    pageviews: 'sum(pageviews)',
    engaged: 'sum(engaged_ms)',
    scroll: 'sum(scroll)',
  })}
  FROM (${pageRows(request)}) AS rows
  ${groupByKeys(request.groupBy.length)}
  HAVING sum(pageviews) > 0`;

const edges = (request: SumsRequest, column: 'entries' | 'exits'): Sql => sql`
  SELECT ${keys(request, literal('page_id'))}${sumColumns({ visits: `sum(${column})` })}
  FROM (${pageRows(request)}) AS rows
  ${groupByKeys(request.groupBy.length)}
  HAVING ${literal(`sum(${column})`)} > 0`;

const values = (request: SumsRequest, dimension: number): Sql => sql`
  SELECT ${keys(request, literal('value_id'))}${sumColumns({
    visitors: 'sum(visitors)',
    visits: 'sum(visits)',
    events: 'sum(hits)',
  })}
  FROM (${valueRows(request, [dimension])}) AS rows
  ${groupByKeys(request.groupBy.length)}`;

/**
 * True for a request that month sums can answer: no filter, and either all traffic by days or
 * longer, or one dimension without time.
 */
export const fitsMonths = ({ groupBy, filter }: Pick<SumsRequest, 'groupBy' | 'filter'>): boolean => {
  if (conditionsOf(filter).length > 0) return false;
  if (groupBy.every(isTime)) return isDaily(groupBy);
  const dimension = onlyDimension(groupBy);
  return !groupBy.some(isTime) && dimension !== undefined && !isOrigin(dimension);
};

/** The rollup query that answers a request exactly; undefined when only the raw rows can. */
export const rollupSql = (request: SumsRequest): Sql | undefined => {
  if (!isUnfiltered(request)) return undefined;
  if (request.groupBy.every(isTime))
    return request.groupBy.includes('time:minute') ? undefined : trafficSql(request);
  const dimension = onlyDimension(request.groupBy);
  if (dimension === undefined || isProperty(dimension) || isOrigin(dimension)) return undefined;
  if (!isDaily(request.groupBy)) return undefined;
  if (dimension === 'page')
    return only(request, ['visitors', 'pageviews', 'engaged', 'scroll']) ? pages(request) : undefined;
  if (dimension === 'entry_page' || dimension === 'exit_page')
    return only(request, ['visits'])
      ? edges(request, dimension === 'entry_page' ? 'entries' : 'exits')
      : undefined;
  if (dimension === 'event')
    return only(request, ['visitors', 'events']) ? values(request, numberOf('event')) : undefined;
  return only(request, ['visitors', 'visits']) ? values(request, numberOf(dimension)) : undefined;
};
