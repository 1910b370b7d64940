import {
  EVENT_FLAGS,
  EVENT_KINDS,
  isOrigin,
  isProperty,
  isTime,
  propertyOf,
} from '../../dimensions/dimension-names.ts';
import type { ColumnDimension, GroupBy, OriginDimension } from '../../dimensions/dimension-names.ts';
import { BOUNCE, DURATION } from '../../metrics/metrics.ts';
import type { Sum } from '../../metrics/metrics.ts';
import { sql, allOf, join, literal } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import { conditionsOf } from '../query/filter.ts';
import { basisOf, dimensionsOf } from '../query/sums-request.ts';
import type { SumsRequest } from '../query/sums-request.ts';
import { filterSql, columnOf, ofCountedKind } from './filter-sql.ts';
import type { FittingIds } from './filter-sql.ts';
import { LONGEST_VISIT, within, bucketByTime, keyName, groupByKeys, sumColumns } from './grouped-sql.ts';

/** The id by which a value is grouped: sources by the one that they are shown as. */
export const valueKey = (
  name: ColumnDimension | OriginDimension,
  { sameOrigins }: Pick<SumsRequest, 'sameOrigins'>,
): Sql => {
  const id = columnOf(name);
  if (name !== 'source' || sameOrigins === undefined || sameOrigins.size === 0) return id;
  const same = JSON.stringify(Object.fromEntries(sameOrigins));
  return sql`coalesce((${same}::jsonb ->> (${id})::text)::int, ${id})`;
};

const keyExpression = (name: GroupBy, time: Sql, request: SumsRequest): Sql => {
  if (isTime(name)) return bucketByTime(time, request);
  if (isProperty(name)) return sql`e.props ->> ${propertyOf(name)}`;
  return valueKey(name, request);
};

/** The key columns, each with a comma behind it. */
export const keyColumns = (time: Sql, request: SumsRequest): Sql =>
  join(
    request.groupBy.map((name, index) => sql`${keyExpression(name, time, request)} AS ${keyName(index)}, `),
    '',
  );

/** Rows that have a value of every dimension that is asked for. */
export const hasValues = (request: SumsRequest): Sql =>
  allOf(
    request.groupBy.flatMap((name) => {
      if (isTime(name) || isOrigin(name)) return [];
      return isProperty(name)
        ? [sql`e.props ->> ${propertyOf(name)} IS NOT NULL`]
        : [sql`${columnOf(name)} <> 0`];
    }),
  );

/** The key columns of a subquery, each with a comma behind it. */
export const outerKeys = (request: SumsRequest): Sql =>
  join(
    request.groupBy.map((_, index) => sql`${keyName(index)}, `),
    '',
  );

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

/** True when one of these sums is asked for. */
export const needs = (request: SumsRequest, ...sums: readonly Sum[]): boolean =>
  sums.some((sum) => request.sums.has(sum));

/** Rows of page views, with engagement where it is asked for, of custom events, or of both. */
export const eventRows = (request: SumsRequest, ids: FittingIds): Sql => {
  const kinds =
    basisOf(request) === 'pages' && needs(request, 'engaged', 'scroll')
      ? sql`e.kind IN (${EVENT_KINDS.pageview}, ${EVENT_KINDS.engagement})`
      : ofCountedKind(request.filter, dimensionsOf(request));
  return sql`e.website_id = ${request.site.id} AND ${within('e.ts', request.span.start, request.span.end)}
    AND ${kinds} AND ${filterSql(request, ids)} AND ${hasValues(request)}`;
};

/** The sums of events, by key. */
export const EVENT_SUMS = `count(*) FILTER (WHERE e.kind <> 2 AND e.flags & ${EVENT_FLAGS.firstOfValueToday} <> 0) AS firsts,
  count(*) FILTER (WHERE e.kind = 0) AS pageviews, count(*) FILTER (WHERE e.kind = 1) AS events,
  sum(e.engaged_ms) AS engaged, sum(e.scroll) AS scroll`;

/** Events with their visits. */
export const joinedVisits = (
  request: SumsRequest,
): Sql => sql`events e JOIN visits v ON v.website_id = e.website_id AND v.visit_id = e.visit_id
  AND v.website_id = ${request.site.id} AND ${within('v.started_at', request.span.start - LONGEST_VISIT, request.span.end)}`;

/**
 * Visits that began in the span. A visitor's id lives for one day, so counting distinct ids gives
 * the visitors of each day, added up.
 */
export const visitsSql = (request: SumsRequest, ids: FittingIds): Sql => sql`
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
      AND ${filterSql(request, ids)} AND ${hasValues(request)}
    ${groupByKeys(request.groupBy.length + 1)}
  ) AS by_visitor
  ${groupByKeys(request.groupBy.length)}`;
