import { EVENT_KINDS } from '../../dimensions/event-kinds.ts';
import type { FittingIds } from './filter-sql.ts';
import { groupByKeys, sumColumns } from './grouped-sql.ts';
import { literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import { basisOf } from '../query/sums-request.ts';
import type { SumsRequest } from '../query/sums-request.ts';
import { keyColumns, outerKeys } from './raw-keys-sql.ts';
import { BOUNCE, DURATION, visitsSql } from './raw-visits-sql.ts';
import { eventsSql } from './raw-events-sql.ts';
import { within } from './span-sql.ts';

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
