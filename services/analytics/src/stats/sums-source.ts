import { spanOf } from '../calendar/date-range.ts';
import type { DateRange } from '../calendar/date-range.ts';
import { addDays, localDay, startOfDay } from '../calendar/local-day.ts';
import type { LocalDay } from '../calendar/local-day.ts';
import { EVENT_KINDS } from '../dimensions/dimension-names.ts';
import type { VisitDimension } from '../dimensions/dimension-names.ts';
import { BOUNCE, DURATION, SUMS } from '../metrics/metrics.ts';
import type { Sum } from '../metrics/metrics.ts';
import { join, literal, sql } from '../sql/sql.ts';
import type { Sql } from '../sql/sql.ts';
import type { ColumnReader } from './derived/columns/column-reader.ts';
import type { GroupRow } from './derived/columns/groups.ts';
import { asksOfVisits, basisOf, dimensionsOf } from './query/sums-request.ts';
import type { Basis, SumsRequest } from './query/sums-request.ts';
import {
  countsByFlag,
  EVENT_SUMS,
  eventRows,
  joinedVisits,
  needs,
  keyColumns,
  outerKeys,
  visitsSql,
} from './sql/event-rows-sql.ts';
import { columnOf, filterSql, fittingIds, ofCountedKind } from './sql/filter-sql.ts';
import type { FittingIds } from './sql/filter-sql.ts';
import { groupByKeys, keyName, sumColumns, LONGEST_VISIT, within } from './sql/grouped-sql.ts';
import { withOrigins } from './sql/origin-labels.ts';
import { importedSql } from './sql/rollup-sql.ts';

/** Starts of the site's days in the span, which tell the day of an event. */
const dayStarts = (request: SumsRequest): readonly string[] => {
  const { timezone } = request.site;
  const starts: string[] = [];
  for (
    let day = localDay(timezone, request.span.start);
    startOfDay(timezone, day) < request.span.end;
    day = addDays(day, 1)
  )
    starts.push(new Date(startOfDay(timezone, day)).toISOString());
  return starts;
};

const ADD_EVENT_SUMS =
  'sum(firsts) AS firsts, sum(pageviews) AS pageviews, sum(events) AS events, sum(engaged) AS engaged, sum(scroll) AS scroll';

/**
 * Sums of events alone, without grouping by visit. Visits are joined only where the filter or a key
 * needs them.
 */
const eventSumsSql = (request: SumsRequest, ids: FittingIds): Sql => {
  const keys = request.groupBy.length;
  const source = asksOfVisits(request) ? joinedVisits(request) : sql`events e`;
  return sql`SELECT ${outerKeys(request)}${sumColumns({
    visitors: 'firsts',
    pageviews: 'pageviews',
    events: 'events',
    engaged: 'engaged',
    scroll: 'scroll',
  })}
    FROM (SELECT ${keyColumns(literal('e.ts'), request)}${literal(EVENT_SUMS)} FROM ${source}
      WHERE ${eventRows(request, ids)}${groupByKeys(keys)}) AS summed`;
};

/** Of what is counted: engagement, which comes along with page views, isn't. */
const FIRST_AND_LAST = literal(
  `min(e.ts) FILTER (WHERE e.kind <> ${EVENT_KINDS.engagement}) AS first_ts, max(e.ts) FILTER (WHERE e.kind <> ${EVENT_KINDS.engagement}) AS last_ts`,
);

/** Events grouped by visit, from which visits, bounces and durations are counted. */
const byVisitSql = (request: SumsRequest, ids: FittingIds): Sql => sql`
  SELECT ${outerKeys(request)}visitor_id, min(first_ts) AS first_ts, max(last_ts) AS last_ts,
    count(first_ts) AS visits, count(*) FILTER (WHERE first_ts IS NOT NULL AND bounce) AS bounces,
    sum(duration) FILTER (WHERE first_ts IS NOT NULL) AS duration, ${literal(ADD_EVENT_SUMS)}
  FROM (
    SELECT ${keyColumns(literal('e.ts'), request)}v.visitor_id, v.visit_id, ${literal(BOUNCE)} AS bounce, ${literal(DURATION)} AS duration,
      ${FIRST_AND_LAST}, ${literal(EVENT_SUMS)}
    FROM ${joinedVisits(request)} WHERE ${eventRows(request, ids)}
    ${groupByKeys(request.groupBy.length + 4)}
  ) AS by_visit
  ${groupByKeys(request.groupBy.length + 1)}`;

/** Events grouped by visitor, where no sum of visits is asked for. */
const byVisitorSql = (request: SumsRequest, ids: FittingIds): Sql => sql`
  SELECT ${keyColumns(literal('e.ts'), request)}v.visitor_id, ${FIRST_AND_LAST}, 0 AS visits, 0 AS bounces, 0 AS duration, ${literal(EVENT_SUMS)}
  FROM ${joinedVisits(request)} WHERE ${eventRows(request, ids)}
  ${groupByKeys(request.groupBy.length + 1)}`;

/**
 * Page views, custom events or both in the span, grouped by visit, then by visitor, then by key. A visit
 * over midnight counts its visitor on both days. No id spans more than two days, so different first
 * and last days mean two.
 */
const eventsSql = (request: SumsRequest, ids: FittingIds): Sql => {
  const isByVisit = needs(request, 'visits', 'bounces', 'duration');
  if (!isByVisit && (countsByFlag(request) || !needs(request, 'visitors'))) return eventSumsSql(request, ids);
  const keys = request.groupBy.length;
  const starts = sql`${dayStarts(request)}::timestamptz[]`;
  const days = sql`CASE WHEN first_ts IS NULL THEN 0 WHEN first_ts = last_ts THEN 1
    WHEN width_bucket(first_ts, ${starts}) = width_bucket(last_ts, ${starts}) THEN 1 ELSE 2 END`;
  return sql`
    SELECT ${outerKeys(request)}${sumColumns({
      visitors: countsByFlag(request) ? 'sum(firsts)' : 'sum(days)',
      visits: 'sum(visits)',
      bounces: 'sum(bounces)',
      duration: 'sum(duration)',
      pageviews: 'sum(pageviews)',
      events: 'sum(events)',
      engaged: 'sum(engaged)',
      scroll: 'sum(scroll)',
    })}
    FROM (SELECT *, ${days} AS days FROM (${isByVisit ? byVisitSql(request, ids) : byVisitorSql(request, ids)}) AS grouped) AS by_visitor
    ${groupByKeys(keys)}`;
};

/**
 * Visits that match a filter: those that began in the span, or those with a matching event in it.
 */
const matchingVisits = (request: SumsRequest, columns: Sql, ids: FittingIds): Sql => {
  const { site, span } = request;
  const filter = filterSql(request, ids);
  const basis = basisOf(request);
  if (basis === 'visits' || basis === 'traffic')
    return sql`SELECT ${columns} FROM visits v WHERE v.website_id = ${site.id} AND ${within('v.started_at', span.start, span.end)} AND ${filter}`;
  return sql`SELECT DISTINCT v.visit_id, ${columns} FROM events e
    JOIN visits v ON v.website_id = e.website_id AND v.visit_id = e.visit_id AND v.website_id = ${site.id}
      AND ${within('v.started_at', span.start - LONGEST_VISIT, span.end)}
    WHERE e.website_id = ${site.id} AND ${within('e.ts', span.start, span.end)}
      AND ${ofCountedKind(request.filter, dimensionsOf(request))} AND ${filter}`;
};

/**
 * Visits by the values of many visit dimensions under one filter, in one scan (GROUPING SETS). It
 * counts visits, which add up, so no visitors need to be told apart. The rows hold `which` (the
 * dimension's place in the list), `id` and `visits`.
 */
const breakdownSql = (request: SumsRequest, dimensions: readonly VisitDimension[], ids: FittingIds): Sql => {
  const columns = dimensions.map((name) => columnOf(name));
  const names = dimensions.map((_, index) => literal(`c${index}`));
  const aliased = join(
    columns.map((column, index) => sql`${column} AS ${literal(`c${index}`)}`),
    ', ',
  );
  const value = sql`coalesce(${join(names, ', ')})`;
  // Of all grouping columns only the grouped one has its bit clear.
  const which = sql`CASE ${join(
    names.map((name, index) => sql`WHEN GROUPING(${name}) = 0 THEN ${literal(String(index))}`),
    ' ',
  )} END`;
  return sql`SELECT ${which} AS which, ${value} AS id, count(*)::int AS visits
    FROM (${matchingVisits(request, aliased, ids)}) AS m
    GROUP BY GROUPING SETS (${join(
      names.map((name) => sql`(${name})`),
      ', ',
    )})`;
};

/** The most frequent values of each dimension, named, of parts that hold different visits. */
const topBreakdownSql = (websiteId: number, parts: readonly Sql[], limit: number): Sql => sql`
  SELECT t.which, d.value, t.visits FROM (
    SELECT *, row_number() OVER (PARTITION BY which ORDER BY visits DESC, id) AS place FROM (
      SELECT which, id, sum(visits)::int AS visits FROM (${join(parts, ' UNION ALL ')}) AS parts WHERE id <> 0 GROUP BY which, id
    ) AS counted
  ) AS t JOIN dictionary d ON d.website_id = ${websiteId} AND d.id = t.id
  WHERE t.place <= ${limit} ORDER BY t.which, t.place`;

/** The quarter-hour rollup's sums counted from the raw rows, for intervals of minutes. */
const trafficSql = (request: SumsRequest): Sql => sql`
  SELECT ${outerKeys(request)}${sumColumns({
    visitors: 'sum(visitors)',
    visits: 'sum(visits)',
    bounces: 'sum(bounces)',
    duration: 'sum(duration)',
    pageviews: 'sum(pageviews)',
    events: 'sum(events)',
    engaged: 'sum(engaged)',
    scroll: 'sum(scroll)',
  })}
  FROM (
    SELECT ${keyColumns(literal('e.ts'), request)}(e.flags & 1) AS visitors, 0 AS visits, 0 AS bounces, 0 AS duration,
      (e.kind = 0)::int AS pageviews, (e.kind = 1)::int AS events, e.engaged_ms AS engaged, e.scroll::int AS scroll
    FROM events e WHERE e.website_id = ${request.site.id} AND ${within('e.ts', request.span.start, request.span.end)}
    UNION ALL
    SELECT ${keyColumns(literal('v.started_at'), request)}0, 1, ${literal(`(${BOUNCE})::int, ${DURATION}`)}, 0, 0, 0, 0
    FROM visits v WHERE v.website_id = ${request.site.id} AND ${within('v.started_at', request.span.start, request.span.end)}
  ) AS traffic
  ${groupByKeys(request.groupBy.length)}`;

/** The sums of the raw rows, including keys for which nothing was counted. */
const rawSumsSql = (request: SumsRequest, ids: FittingIds): Sql => {
  switch (basisOf(request)) {
    case 'traffic':
      return trafficSql(request);
    case 'visits':
      return visitsSql(request, ids);
    case 'pages':
    case 'events':
    case 'hits':
      return eventsSql(request, ids);
  }
};

/**
 * Counted rows as a query of the same shape as the raw one, so that both are sorted, paged and
 * named the same way.
 */
const groupRowsSql = (rows: readonly GroupRow[], keys: number): Sql => {
  const keyNames = Array.from({ length: keys }, (_, index) => keyName(index));
  const arrays = [
    ...keyNames.map((_, index) => sql`${rows.map((row) => row.keys[index] ?? 0)}::int[]`),
    ...SUMS.map((sum) => sql`${rows.map((row) => row.sums[sum])}::float8[]`),
  ];
  const names = [...keyNames, ...SUMS.map((sum) => literal(`"${sum}"`))];
  return sql`SELECT * FROM unnest(${join(arrays, ', ')}) AS counted (${join(names, ', ')})`;
};

/**
 * Counted rows of several dimensions as a query of the shape of `breakdownSql`. A visit with
 * engagement as its only matching hit isn't counted.
 */
const groupedVisitsSql = (rows: readonly (readonly GroupRow[])[]): Sql => {
  const all = rows.flatMap((ofDimension, which) =>
    ofDimension.flatMap(({ keys, sums: { visits } }) =>
      visits > 0 ? [{ which, id: keys[0] ?? 0, visits }] : [],
    ),
  );
  return sql`SELECT * FROM unnest(${all.map(({ which }) => which)}::int[], ${all.map(({ id }) => id)}::int[],
    ${all.map(({ visits }) => visits)}::int[]) AS counted (which, id, visits)`;
};

/** Sums that the rows of each basis count towards. */
const COUNTED: Readonly<Partial<Record<Basis, readonly Sum[]>>> = {
  pages: ['pageviews'],
  events: ['events'],
  hits: ['pageviews', 'events'],
};

/**
 * Keeps the keys for which something was counted: time spent after midnight on a page opened the
 * day before makes no row. Without keys there is always one row.
 */
const countedSql = (request: SumsRequest, sums: Sql): Sql => {
  const counted = COUNTED[basisOf(request)];
  return request.groupBy.length === 0 || counted === undefined
    ? sums
    : sql`SELECT * FROM (${sums}) AS summed WHERE ${literal(counted.map((sum) => `"${sum}"`).join(' + '))} > 0`;
};

/** The sums of parts that hold different days, added up. */
const addedSql = (request: SumsRequest, parts: readonly Sql[]): Sql => sql`
  SELECT ${outerKeys(request)}${sumColumns(Object.fromEntries(SUMS.map((sum) => [sum, `sum("${sum}")`])))}
  FROM (${join(parts, ' UNION ALL ')}) AS parts ${groupByKeys(request.groupBy.length)}`;

/** A query that answers a request. */
export interface SumsSource {
  readonly query: Sql;
  /** True for a query that looks at all the rows. */
  readonly isOfRows: boolean;
  /** True where imported days are counted. */
  readonly hasImported: boolean;
  /** Settled days that would have helped as columns. */
  readonly missing: () => Promise<readonly LocalDay[]>;
}

interface SumsSources {
  /** Sums by the request's keys. */
  sums(request: SumsRequest): Promise<SumsSource>;
  /** The most frequent values of each dimension by visits, under the request's filter. */
  breakdown(request: SumsRequest, dimensions: readonly VisitDimension[], limit: number): Promise<SumsSource>;
}

interface SumsSourcesDeps {
  readonly run: <Row>(query: Sql) => Promise<Row[]>;
  readonly columns: ColumnReader;
}

/** A request for part of its days. The buckets stay, so keys keep their meaning. */
const partOf = (request: SumsRequest, range: DateRange): SumsRequest => ({
  ...request,
  range,
  span: spanOf(range, request.site.timezone),
});

/** Chooses between the columns of settled days and the raw rows for questions no rollup answers. */
export const createSumsSources = ({ run, columns }: SumsSourcesDeps): SumsSources => ({
  async sums(asked) {
    const request = await withOrigins(run, asked);
    const ids = await fittingIds(run, request);
    const imported = request.endsWithinDay ? undefined : importedSql(request, ids);
    const hasImported = imported !== undefined;
    const count = request.endsWithinDay ? undefined : await columns.count(request, [request.groupBy], ids);
    if (!count) {
      const raw = rawSumsSql(request, ids);
      return {
        query: countedSql(request, hasImported ? addedSql(request, [raw, imported]) : raw),
        isOfRows: true,
        hasImported,
        missing: () => (request.endsWithinDay ? Promise.resolve([]) : columns.missing(request)),
      };
    }
    const parts = [
      ...(hasImported ? [imported] : []),
      ...count.rows.map((rows) => groupRowsSql(rows, request.groupBy.length)),
      ...count.rest.map((range) => rawSumsSql(partOf(request, range), ids)),
    ];
    return {
      query: countedSql(request, addedSql(request, parts)),
      isOfRows: false,
      hasImported,
      missing: () => Promise.resolve(count.missing),
    };
  },
  async breakdown(request, dimensions, limit) {
    const ids = await fittingIds(run, request);
    const groupings = dimensions.map((dimension) => [dimension]);
    const count = await columns.count(request, groupings, ids);
    const parts = count
      ? [
          groupedVisitsSql(count.rows),
          ...count.rest.map((range) => breakdownSql(partOf(request, range), dimensions, ids)),
        ]
      : [breakdownSql(request, dimensions, ids)];
    return {
      query: topBreakdownSql(request.site.id, parts, limit),
      isOfRows: !count,
      hasImported: false,
      missing: () => (count ? Promise.resolve(count.missing) : columns.missing(request)),
    };
  },
});
