import { EVENT_FLAGS, EVENT_KINDS } from '../../dimensions/event-kinds.ts';
import type { Sum } from '../../metrics/sums.ts';
import { columnOf, filterSql } from './filter-sql.ts';
import type { FittingIds } from './filter-sql.ts';
import { isProperty, isTime, isVisitDimension, propertyOf } from '../../dimensions/dimension-names.ts';
import type { GroupBy } from '../../dimensions/dimension-names.ts';
import { conditionsOf } from '../query/filter.ts';
import { bucketByTime, groupByKeys, keyName, sumColumns } from './rollup-sql.ts';
import { allOf, join, literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import { addDays } from '../../calendar/local-day.ts';
import { localDay, startOfDay } from '../../calendar/zone-day.ts';
import { basisOf, dimensionsOf } from '../query/sums-request.ts';
import type { SumsRequest } from '../query/sums-request.ts';

/**
 * How far back a visit with an event now may have begun: it may cross one midnight, and the longest
 * local day has 25 hours.
 */
export const LONGEST_VISIT = 50 * 3_600_000;

/** A visit `v` of one page view and no event. */
export const BOUNCE = 'v.pageviews = 1 AND v.events = 0';
/** Of a visit `v`, in whole seconds, as the rollups count them. */
export const DURATION = "floor(date_part('epoch', v.last_at - v.started_at))";

const keyExpression = (name: GroupBy, time: Sql, request: SumsRequest): Sql => {
  if (isTime(name)) return bucketByTime(time, request);
  return isProperty(name) ? sql`e.props ->> ${propertyOf(name)}` : columnOf(name);
};

const keyColumns = (time: Sql, request: SumsRequest): Sql =>
  join(
    request.groupBy.map((name, index) => sql`${keyExpression(name, time, request)} AS ${keyName(index)}, `),
    '',
  );

/** Rows that have a value of every dimension that is asked for. */
const hasValues = (request: SumsRequest): Sql =>
  allOf(
    request.groupBy.flatMap((name) => {
      if (isTime(name)) return [];
      return isProperty(name)
        ? [sql`e.props ->> ${propertyOf(name)} IS NOT NULL`]
        : [sql`${columnOf(name)} <> 0`];
    }),
  );

export const within = (column: string, start: number, end: number): Sql =>
  sql`${literal(column)} >= ${new Date(start)} AND ${literal(column)} < ${new Date(end)}`;

/** The key columns of a subquery, each with a comma behind it. */
export const outerKeys = (request: SumsRequest): Sql =>
  join(
    request.groupBy.map((_, index) => sql`${keyName(index)}, `),
    '',
  );

/**
 * Visits that began in the span. A visitor's id lives for one day, so counting distinct ids gives
 * the visitors of each day, added up.
 */
const visitsSql = (request: SumsRequest, ids: FittingIds): Sql => sql`
  SELECT ${outerKeys(request)}${sumColumns({
    visitors: 'count(*)',
    visits: 'sum(visits)',
    bounces: 'sum(bounces)',
    duration: 'sum(duration)',
    pageviews: 'sum(pageviews)',
    events: 'sum(events)',
    engaged: 'sum(engaged)',
    scroll: 'sum(scroll)',
  })}
  FROM (
    SELECT ${keyColumns(literal('v.started_at'), request)}${request.sums.has('visitors') ? literal('v.visitor_id') : literal('0')} AS visitor_id,
      count(*) AS visits, ${literal(`count(*) FILTER (WHERE ${BOUNCE})`)} AS bounces, ${literal(`sum(${DURATION})`)} AS duration,
      sum(v.pageviews) AS pageviews, sum(v.events) AS events, sum(v.engaged_ms) AS engaged, sum(v.scroll) AS scroll
    FROM visits v
    WHERE v.website_id = ${request.site.id} AND ${within('v.started_at', request.span.start, request.span.end)}
      AND ${filterSql(request.filter, ids)} AND ${hasValues(request)}
    ${groupByKeys(request.groupBy.length + 1)}
  ) AS by_visitor
  ${groupByKeys(request.groupBy.length)}`;

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

/**
 * True when only the page (or only the event's name) matters. Visitors are then the rows with the
 * flag "first of this page today", as in the rollup.
 */
export const countsByFlag = (request: SumsRequest): boolean => {
  const names = dimensionsOf(request);
  return (
    conditionsOf(request.filter).length === 0 &&
    names.every((name) => name === 'page' || name === 'event') &&
    new Set(names).size === 1
  );
};

const needs = (request: SumsRequest, ...sums: readonly Sum[]): boolean =>
  sums.some((sum) => request.sums.has(sum));

/** Rows of page views, with engagement where it is asked for, or rows of custom events. */
const eventRows = (request: SumsRequest, ids: FittingIds, counted: number): Sql => {
  const kinds =
    counted === EVENT_KINDS.pageview && needs(request, 'engaged', 'scroll')
      ? sql`e.kind <> ${EVENT_KINDS.event}`
      : sql`e.kind = ${counted}`;
  return sql`e.website_id = ${request.site.id} AND ${within('e.ts', request.span.start, request.span.end)}
    AND ${kinds} AND ${filterSql(request.filter, ids)} AND ${hasValues(request)}`;
};

const EVENT_SUMS = `count(*) FILTER (WHERE e.kind <> 2 AND e.flags & ${EVENT_FLAGS.firstOfValueToday} <> 0) AS firsts,
  count(*) FILTER (WHERE e.kind = 0) AS pageviews, count(*) FILTER (WHERE e.kind = 1) AS events,
  sum(e.engaged_ms) AS engaged, sum(e.scroll) AS scroll`;

const ADD_EVENT_SUMS =
  'sum(firsts) AS firsts, sum(pageviews) AS pageviews, sum(events) AS events, sum(engaged) AS engaged, sum(scroll) AS scroll';

const joinedVisits = (
  request: SumsRequest,
): Sql => sql`events e JOIN visits v ON v.website_id = e.website_id AND v.visit_id = e.visit_id
  AND v.website_id = ${request.site.id} AND ${within('v.started_at', request.span.start - LONGEST_VISIT, request.span.end)}`;

/**
 * Sums of events alone, without grouping by visit. Visits are joined only where the filter or a key
 * needs them.
 */
const eventSumsSql = (request: SumsRequest, ids: FittingIds, counted: number): Sql => {
  const keys = request.groupBy.length;
  const source = dimensionsOf(request).some(isVisitDimension) ? joinedVisits(request) : sql`events e`;
  return sql`SELECT ${outerKeys(request)}${sumColumns({
    visitors: 'firsts',
    pageviews: 'pageviews',
    events: 'events',
    engaged: 'engaged',
    scroll: 'scroll',
  })}
    FROM (SELECT ${keyColumns(literal('e.ts'), request)}${literal(EVENT_SUMS)} FROM ${source}
      WHERE ${eventRows(request, ids, counted)}${groupByKeys(keys)}) AS summed`;
};

const firstAndLast = (counted: number): Sql =>
  literal(
    `min(e.ts) FILTER (WHERE e.kind = ${counted}) AS first_ts, max(e.ts) FILTER (WHERE e.kind = ${counted}) AS last_ts`,
  );

/** Events grouped by visit, from which visits, bounces and durations are counted. */
const byVisitSql = (request: SumsRequest, ids: FittingIds, counted: number): Sql => sql`
  SELECT ${outerKeys(request)}visitor_id, min(first_ts) AS first_ts, max(last_ts) AS last_ts,
    count(first_ts) AS visits, count(*) FILTER (WHERE first_ts IS NOT NULL AND bounce) AS bounces,
    sum(duration) FILTER (WHERE first_ts IS NOT NULL) AS duration, ${literal(ADD_EVENT_SUMS)}
  FROM (
    SELECT ${keyColumns(literal('e.ts'), request)}v.visitor_id, v.visit_id, ${literal(BOUNCE)} AS bounce, ${literal(DURATION)} AS duration,
      ${firstAndLast(counted)}, ${literal(EVENT_SUMS)}
    FROM ${joinedVisits(request)} WHERE ${eventRows(request, ids, counted)}
    ${groupByKeys(request.groupBy.length + 4)}
  ) AS by_visit
  ${groupByKeys(request.groupBy.length + 1)}`;

/** Events grouped by visitor, where no sum of visits is asked for. */
const byVisitorSql = (request: SumsRequest, ids: FittingIds, counted: number): Sql => sql`
  SELECT ${keyColumns(literal('e.ts'), request)}v.visitor_id, ${firstAndLast(counted)}, 0 AS visits, 0 AS bounces, 0 AS duration, ${literal(EVENT_SUMS)}
  FROM ${joinedVisits(request)} WHERE ${eventRows(request, ids, counted)}
  ${groupByKeys(request.groupBy.length + 1)}`;

/**
 * Page views or custom events in the span, grouped by visit, then by visitor, then by key. A visit
 * over midnight counts its visitor on both days. No id spans more than two days, so different first
 * and last days mean two.
 */
const eventsSql = (request: SumsRequest, ids: FittingIds, counted: number): Sql => {
  const isByVisit = needs(request, 'visits', 'bounces', 'duration');
  if (!isByVisit && (countsByFlag(request) || !needs(request, 'visitors')))
    return eventSumsSql(request, ids, counted);
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
    FROM (SELECT *, ${days} AS days FROM (${isByVisit ? byVisitSql(request, ids, counted) : byVisitorSql(request, ids, counted)}) AS grouped) AS by_visitor
    ${groupByKeys(keys)}`;
};

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
export const rawSumsSql = (request: SumsRequest, ids: FittingIds): Sql => {
  switch (basisOf(request)) {
    case 'traffic':
      return trafficSql(request);
    case 'visits':
      return visitsSql(request, ids);
    case 'pages':
      return eventsSql(request, ids, EVENT_KINDS.pageview);
    case 'events':
      return eventsSql(request, ids, EVENT_KINDS.event);
  }
};
