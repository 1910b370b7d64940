import { EVENT_FLAGS, EVENT_KINDS } from '../../dimensions/event-kinds.ts';
import type { Sum } from '../../metrics/sums.ts';
import { filterSql } from './filter-sql.ts';
import type { FittingIds } from './filter-sql.ts';
import { conditionsOf } from '../query/filter.ts';
import { sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import { dimensionsOf } from '../query/sums-request.ts';
import type { SumsRequest } from '../query/sums-request.ts';
import { hasValues } from './raw-keys-sql.ts';
import { LONGEST_VISIT, within } from './span-sql.ts';

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

/** Rows of page views, with engagement where it is asked for, or rows of custom events. */
export const eventRows = (request: SumsRequest, ids: FittingIds, counted: number): Sql => {
  const kinds =
    counted === EVENT_KINDS.pageview && needs(request, 'engaged', 'scroll')
      ? sql`e.kind IN (${EVENT_KINDS.pageview}, ${EVENT_KINDS.engagement})`
      : sql`e.kind = ${counted}`;
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
