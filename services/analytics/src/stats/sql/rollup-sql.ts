import { spanOf } from '../../calendar/date-range.ts';
import type { DateRange } from '../../calendar/date-range.ts';
import { addDays, addMonths } from '../../calendar/local-day.ts';
import type { LocalDay } from '../../calendar/local-day.ts';
import { IMPORTED_SOURCE, isOrigin, isProperty, isTime, numberOf } from '../../dimensions/dimension-names.ts';
import type {
  Dimension,
  GroupBy,
  ColumnDimension,
  OriginDimension,
} from '../../dimensions/dimension-names.ts';
import type { Sum } from '../../metrics/metrics.ts';
import { join, literal, sql, allOf } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import { conditionsOf, asksForBehaviour, isOfAnyHit } from '../query/filter.ts';
import { isDaily, dimensionsOf } from '../query/sums-request.ts';
import type { SumsRequest } from '../query/sums-request.ts';
import { hasValues, valueKey } from './event-rows-sql.ts';
import { filterSql } from './filter-sql.ts';
import type { FittingIds } from './filter-sql.ts';
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
    return only(request, ['visitors', 'pageviews', 'engaged', 'scroll', 'events'])
      ? pages(request)
      : undefined;
  if (dimension === 'entry_page' || dimension === 'exit_page')
    return only(request, ['visits'])
      ? edges(request, dimension === 'entry_page' ? 'entries' : 'exits')
      : undefined;
  if (dimension === 'event')
    return only(request, ['visitors', 'events', 'pageviews'])
      ? values(request, numberOf('event'))
      : undefined;
  return only(request, ['visitors', 'visits']) ? values(request, numberOf(dimension)) : undefined;
};

type ImportedDimension = ColumnDimension | OriginDimension;

/** Rows and sums known for a dimension's values on imported days. */
interface ImportedRows {
  /** Rows with the columns that filters and keys speak of, and the sums. */
  readonly rows: Sql;
  readonly sums: Partial<Record<Sum, string>>;
}

const isWithin = ({ site, range }: SumsRequest): Sql =>
  sql`website_id = ${site.id} AND day BETWEEN ${range.from}::date AND ${range.to}::date`;

/** The columns of a dimension, all of one id. */
const columns = (name: ImportedDimension, id: Sql): Sql =>
  name === 'source'
    ? sql`0 AS utm_source_id, ${id} AS referrer_id`
    : sql`${id} AS ${literal(`${name === 'origin' ? 'referrer' : name}_id`)}`;

/** Imported values of a dimension, as FROM and WHERE. Older imports have sources as referrers only. */
const importedValues = (request: SumsRequest, name: ImportedDimension): Sql => {
  const of = (number: number): Sql =>
    sql`FROM imported_values WHERE ${isWithin(request)} AND dimension = ${number}`;
  if (name !== 'source') return of(numberOf(isOrigin(name) ? 'referrer' : name));
  const days = sql`SELECT day ${of(IMPORTED_SOURCE)}`;
  return sql`FROM (SELECT day, value_id, visitors, visits ${of(IMPORTED_SOURCE)}
    UNION ALL SELECT day, value_id, visitors, visits ${of(numberOf('referrer'))} AND day NOT IN (${days})) AS sources WHERE true`;
};

const importedValueRows = (request: SumsRequest, name: Exclude<ImportedDimension, 'page'>): ImportedRows => {
  if (name === 'event')
    return {
      rows: sql`SELECT day, value_id AS name_id, visitors, hits FROM imported_values
        WHERE ${isWithin(request)} AND dimension = ${numberOf('event')}`,
      sums: { visitors: 'sum(visitors)', events: 'sum(hits)', pageviews: '0' },
    };
  const known = importedValues(request, name);
  // A day's visits without a value, where the import knows of values at all.
  return {
    rows: sql`SELECT day, ${columns(name, literal('value_id'))}, visitors, visits ${known}
      UNION ALL SELECT d.day, ${columns(name, literal('0'))}, greatest(0, d.visitors - k.visitors), greatest(0, d.visits - k.visits)
      FROM imported_days d JOIN (SELECT day, sum(visitors) AS visitors, sum(visits) AS visits ${known} GROUP BY day) AS k USING (day)
      WHERE d.website_id = ${request.site.id}`,
    sums: { visitors: 'sum(visitors)', visits: 'sum(visits)' },
  };
};

const importedRows = (request: SumsRequest, name: ImportedDimension): ImportedRows => {
  const pages = sql`FROM imported_pages WHERE ${isWithin(request)}`;
  if (name === 'page')
    return {
      rows: sql`SELECT day, page_id, visitors, pageviews, engaged_ms, scroll ${pages} AND pageviews > 0`,
      sums: {
        visitors: 'sum(visitors)',
        pageviews: 'sum(pageviews)',
        engaged: 'sum(engaged_ms)',
        scroll: 'sum(scroll)',
        events: '0',
      },
    };
  if (name === 'entry_page')
    return {
      rows: sql`SELECT day, page_id AS entry_page_id, entries ${pages} AND entries > 0`,
      sums: { visits: 'sum(entries)' },
    };
  if (name === 'exit_page')
    return {
      rows: sql`SELECT day, page_id AS exit_page_id, exits ${pages} AND exits > 0`,
      sums: { visits: 'sum(exits)' },
    };
  return importedValueRows(request, name);
};

/** The one dimension of all keys and conditions; undefined for several, and for what has no values. */
const importedDimension = (request: SumsRequest): ImportedDimension | undefined => {
  const names = new Set<Dimension>(dimensionsOf(request));
  const [name] = names;
  if (names.size !== 1 || name === undefined || isProperty(name)) return undefined;
  if (asksForBehaviour(request.filter) || isOfAnyHit(request.filter)) return undefined;
  return isDaily(request.groupBy) ? name : undefined;
};

/**
 * A filtered question answered from imported days, in rows of its keys and sums. An import knows each
 * dimension by itself, so it answers what asks for one only.
 * @returns undefined for what asks for more than imports know
 */
export const importedSql = (request: SumsRequest, ids: FittingIds): Sql | undefined => {
  const name = importedDimension(request);
  if (name === undefined) return undefined;
  const { rows, sums } = importedRows(request, name);
  if (![...request.sums].every((sum) => sum in sums)) return undefined;
  const keys = join(
    request.groupBy.map(
      (key, index) =>
        sql`${isTime(key) ? bucketByDay(request) : valueKey(name, request)} AS ${keyName(index)}, `,
    ),
    '',
  );
  // Named as the rows of events or visits that the filter speaks of.
  const alias = literal(name === 'page' || name === 'event' ? 'e' : 'v');
  return sql`SELECT ${keys}${sumColumns(sums)} FROM (${rows}) AS ${alias}
    WHERE ${allOf([filterSql(request, ids), hasValues(request)])} ${groupByKeys(request.groupBy.length)}`;
};
