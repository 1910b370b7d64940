import { EVENT_KINDS } from '../../dimensions/event-kinds.ts';
import type { VisitDimension } from '../../dimensions/dimension-names.ts';
import { columnOf, filterSql } from './filter-sql.ts';
import type { FittingIds } from './filter-sql.ts';
import { join, literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import { basisOf } from '../query/sums-request.ts';
import type { SumsRequest } from '../query/sums-request.ts';
import { LONGEST_VISIT, within } from './span-sql.ts';

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
      AND e.kind = ${basis === 'pages' ? EVENT_KINDS.pageview : EVENT_KINDS.event} AND ${filter}`;
};

/**
 * Visits by the values of many visit dimensions under one filter, in one scan (GROUPING SETS). It
 * counts visits, which add up, so no visitors need to be told apart. The rows hold `which` (the
 * dimension's place in the list), `id` and `visits`.
 */
export const breakdownSql = (
  request: SumsRequest,
  dimensions: readonly VisitDimension[],
  ids: FittingIds,
): Sql => {
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
export const topBreakdownSql = (websiteId: number, parts: readonly Sql[], limit: number): Sql => sql`
  SELECT t.which, d.value, t.visits FROM (
    SELECT *, row_number() OVER (PARTITION BY which ORDER BY visits DESC, id) AS place FROM (
      SELECT which, id, sum(visits)::int AS visits FROM (${join(parts, ' UNION ALL ')}) AS parts WHERE id <> 0 GROUP BY which, id
    ) AS counted
  ) AS t JOIN dictionary d ON d.website_id = ${websiteId} AND d.id = t.id
  WHERE t.place <= ${limit} ORDER BY t.which, t.place`;
