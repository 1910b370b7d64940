import { filterSql } from './filter-sql.ts';
import type { FittingIds } from './filter-sql.ts';
import { groupByKeys, sumColumns } from './grouped-sql.ts';
import { literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import type { SumsRequest } from '../query/sums-request.ts';
import { keyColumns, hasValues, outerKeys } from './raw-keys-sql.ts';
import { within } from './span-sql.ts';

/** A visit `v` of one page view and no event that its visitor did something for. */
export const BOUNCE = 'v.pageviews = 1 AND v.events = v.passive_events';

/** Of a visit `v`, in whole seconds, as the rollups count them. */
export const DURATION = "floor(date_part('epoch', v.last_at - v.started_at))";

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
