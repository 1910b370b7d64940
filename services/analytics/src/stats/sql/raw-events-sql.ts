import type { FittingIds } from './filter-sql.ts';
import { groupByKeys, sumColumns } from './grouped-sql.ts';
import { literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import { addDays } from '../../calendar/local-day.ts';
import { localDay, startOfDay } from '../../calendar/zone-day.ts';
import { asksOfVisits } from '../query/sums-request.ts';
import type { SumsRequest } from '../query/sums-request.ts';
import { keyColumns, outerKeys } from './raw-keys-sql.ts';
import { BOUNCE, DURATION } from './raw-visits-sql.ts';
import { countsByFlag, needs, eventRows, EVENT_SUMS, joinedVisits } from './event-rows-sql.ts';

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
const eventSumsSql = (request: SumsRequest, ids: FittingIds, counted: number): Sql => {
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
export const eventsSql = (request: SumsRequest, ids: FittingIds, counted: number): Sql => {
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
