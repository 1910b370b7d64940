import { EVENT_FLAGS, EVENT_KINDS } from '../dimensions/dimensions.ts';
import { columnOf, filterSql } from './filter-sql.ts';
import type { FittingIds } from './filter-sql.ts';
import { isProperty, isTime, isVisitDimension, propertyOf } from './dimensions.ts';
import type { GroupBy } from './dimensions.ts';
import { conditionsOf } from './filter.ts';
import { bucketByTime, groupByKeys, keyName, sumColumns } from './rollup-sql.ts';
import { allOf, join, literal, sql } from './sql.ts';
import type { Sql } from './sql.ts';
import { startOfDay, addDays, localDate } from './zone.ts';
import { basisOf, dimensionsOf } from './sums-request.ts';
import type { SumsRequest } from './sums-request.ts';

/** A visit that crosses midnight began on the day before; two days and two hours hold the longest day, too. */
export const LONGEST_VISIT = 50 * 3_600_000;

const BOUNCE = 'v.pageviews = 1 AND v.events = 0';
/** Whole seconds, as the rollups count them. */
const DURATION = "floor(date_part('epoch', v.last_at - v.started_at))";

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

const outerKeys = (request: SumsRequest): Sql =>
  join(
    request.groupBy.map((_, index) => sql`${keyName(index)}, `),
    '',
  );

/** Visits that began in the span. A visitor's id lives for a day, so distinct ids are visitors, added up over the days. */
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

/** Starts of the site's days in the span, to tell on which day an event was. */
const dayStarts = (request: SumsRequest): readonly string[] => {
  const { timezone } = request.site;
  const starts: string[] = [];
  for (
    let day = localDate(timezone, request.span.start);
    startOfDay(timezone, day) < request.span.end;
    day = addDays(day, 1)
  )
    starts.push(new Date(startOfDay(timezone, day)).toISOString());
  return starts;
};

/**
 * True when nothing but the page (or the event's name) matters: then the flag "first of this page today" tells the visitors,
 * as it does in the rollup.
 */
const countsByFlag = (request: SumsRequest): boolean => {
  const names = dimensionsOf(request);
  return (
    conditionsOf(request.filter).length === 0 &&
    names.every((name) => name === 'page' || name === 'event') &&
    new Set(names).size === 1
  );
};

const needsVisits = (request: SumsRequest): boolean =>
  dimensionsOf(request).some(isVisitDimension) ||
  (['visitors', 'visits', 'bounces', 'duration'] as const).some((sum) => request.sums.has(sum));

const eventRows = (request: SumsRequest, ids: FittingIds, counted: number): Sql => sql`
  e.website_id = ${request.site.id} AND ${within('e.ts', request.span.start, request.span.end)}
  AND ${counted === EVENT_KINDS.event ? sql`e.kind = ${counted}` : sql`e.kind <> ${EVENT_KINDS.event}`}
  AND ${filterSql(request.filter, ids)} AND ${hasValues(request)}`;

const EVENT_SUMS = `count(*) FILTER (WHERE e.kind <> 2 AND e.flags & ${EVENT_FLAGS.firstOfValueToday} <> 0) AS firsts,
  count(*) FILTER (WHERE e.kind = 0) AS pageviews, count(*) FILTER (WHERE e.kind = 1) AS events,
  sum(e.engaged_ms) AS engaged, sum(e.scroll) AS scroll`;

const ADD_EVENT_SUMS =
  'sum(firsts) AS firsts, sum(pageviews) AS pageviews, sum(events) AS events, sum(engaged) AS engaged, sum(scroll) AS scroll';

/** A key has a row only if something was counted: time that was spent after midnight on a page of the day before is no row. */
const COUNTED: Readonly<Record<number, string>> = {
  [EVENT_KINDS.pageview]: 'pageviews',
  [EVENT_KINDS.event]: 'events',
};

/**
 * Page views or custom events in the span, by visit, then by visitor, then by key. An event of a visit over midnight counts its
 * visitor on both days; a visitor's id spans no more than these two, so two different days are all there can be.
 */
const eventsSql = (request: SumsRequest, ids: FittingIds, counted: number): Sql => {
  const rows = eventRows(request, ids, counted);
  const keys = request.groupBy.length;
  const time = literal('e.ts');
  if (!needsVisits(request))
    return sql`SELECT ${outerKeys(request)}${sumColumns({ pageviews: 'pageviews', events: 'events', engaged: 'engaged', scroll: 'scroll' })}
      FROM (SELECT ${keyColumns(time, request)}${literal(EVENT_SUMS)} FROM events e WHERE ${rows}${groupByKeys(keys)}) AS summed
      ${keys > 0 ? literal(`WHERE ${COUNTED[counted]} > 0`) : sql``}`;
  const day = sql`(width_bucket(e.ts, ${dayStarts(request)}::timestamptz[])) FILTER (WHERE e.kind = ${counted})`;
  return sql`
    SELECT ${outerKeys(request)}${sumColumns({
      visitors: countsByFlag(request)
        ? 'sum(firsts)'
        : 'sum(CASE WHEN first_day IS NULL THEN 0 WHEN first_day = last_day THEN 1 ELSE 2 END)',
      visits: 'sum(visits)',
      bounces: 'sum(bounces)',
      duration: 'sum(duration)',
      pageviews: 'sum(pageviews)',
      events: 'sum(events)',
      engaged: 'sum(engaged)',
      scroll: 'sum(scroll)',
    })}
    FROM (
      SELECT ${outerKeys(request)}visitor_id, min(first_day) AS first_day, max(last_day) AS last_day,
        count(first_day) AS visits, count(*) FILTER (WHERE first_day IS NOT NULL AND bounce) AS bounces,
        sum(duration) FILTER (WHERE first_day IS NOT NULL) AS duration, ${literal(ADD_EVENT_SUMS)}
      FROM (
        SELECT ${keyColumns(time, request)}v.visitor_id, v.visit_id, ${literal(BOUNCE)} AS bounce, ${literal(DURATION)} AS duration,
          min${day} AS first_day, max${day} AS last_day, ${literal(EVENT_SUMS)}
        FROM events e JOIN visits v ON v.website_id = e.website_id AND v.visit_id = e.visit_id
          AND v.website_id = ${request.site.id} AND ${within('v.started_at', request.span.start - LONGEST_VISIT, request.span.end)}
        WHERE ${rows}
        ${groupByKeys(keys + 4)}
      ) AS by_visit
      ${groupByKeys(keys + 1)}
    ) AS by_visitor
    ${groupByKeys(keys)}
    ${keys > 0 ? literal(`HAVING sum(${COUNTED[counted]}) > 0`) : sql``}`;
};

/** What the quarter-hour rollup holds, counted from the rows: for minutes. */
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

/** The query on the raw rows that answers a request. */
export const rawSql = (request: SumsRequest, ids: FittingIds): Sql => {
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
