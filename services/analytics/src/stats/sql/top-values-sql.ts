import { pageRows, valueRows } from './rollup-rows-sql.ts';
import { join, literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import type { SumsRequest } from '../query/sums-request.ts';

/** Columns of the page rollup that pages are ranked by. */
export const PAGE_RANKS = ['pageviews', 'entries', 'exits'] as const;

/** The top pages by views, by entries and by exits, in one scan of the rollup. */
export const topPagesSql = (request: SumsRequest, limit: number): Sql => sql`
  WITH summed AS MATERIALIZED (
    SELECT page_id, sum(pageviews) AS pageviews, sum(entries) AS entries, sum(exits) AS exits FROM (${pageRows(request)}) AS rows GROUP BY page_id)
  SELECT t.which, d.value, d.title, t.count, t.total FROM (${join(
    PAGE_RANKS.map(
      (
        column,
        which,
      ) => sql`(SELECT ${literal(String(which))} AS which, page_id, ${literal(column)}::float8 AS count, (count(*) OVER ())::int AS total
        FROM summed WHERE ${literal(column)} > 0 ORDER BY ${literal(column)} DESC, page_id LIMIT ${limit})`,
    ),
    ' UNION ALL ',
  )}) AS t JOIN dictionary d ON d.website_id = ${request.site.id} AND d.id = t.page_id
  ORDER BY t.which, t.count DESC, t.page_id`;

/** A dimension's number and how many of its values are wanted. */
export interface WantedValues {
  readonly dimension: number;
  readonly limit: number;
}

/**
 * The top values of many dimensions in one scan of the rollup: by hits for events, else by visits.
 */
export const topValuesSql = (request: SumsRequest, wanted: readonly WantedValues[]): Sql => {
  const dimensions = wanted.map(({ dimension }) => dimension);
  const limits = wanted.map(({ limit }) => limit);
  return sql`
  SELECT t.dimension AS which, d.value, NULL AS title, t.count, t.total FROM (
    SELECT dimension, value_id, count, row_number() OVER (PARTITION BY dimension ORDER BY count DESC, value_id) AS place,
      (count(*) OVER (PARTITION BY dimension))::int AS total
    FROM (SELECT dimension, value_id, sum(visits + hits)::float8 AS count FROM (${valueRows(request, dimensions)}) AS rows GROUP BY dimension, value_id) AS summed
  ) AS t JOIN unnest(${dimensions}::int[], ${limits}::int[]) AS wanted (dimension, places) USING (dimension)
  JOIN dictionary d ON d.website_id = ${request.site.id} AND d.id = t.value_id
  WHERE t.place <= wanted.places ORDER BY t.dimension, t.place`;
};
