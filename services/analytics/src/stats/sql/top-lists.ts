import { numberOf } from '../../dimensions/dimension-names.ts';
import { join, literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import type { TopDimension, TopList } from '../query/stats-rows.ts';
import type { SumsRequest } from '../query/sums-request.ts';
import { pageRows, valueRows } from './rollup-sql.ts';

/** Columns of the page rollup that pages are ranked by. */
const PAGE_RANKS = ['pageviews', 'entries', 'exits'] as const;

/** The top pages by views, by entries and by exits, in one scan of the rollup. */
const topPagesSql = (request: SumsRequest, limit: number): Sql => sql`
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
interface WantedValues {
  readonly dimension: number;
  readonly limit: number;
}

/**
 * The top values of many dimensions in one scan of the rollup: by hits for events, else by visits.
 */
const topValuesSql = (request: SumsRequest, wanted: readonly WantedValues[]): Sql => {
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

interface TopRow {
  readonly which: number;
  readonly value: string;
  readonly title: string | null;
  readonly count: number;
  readonly total: number;
}

/** In the order of PAGE_RANKS. */
const PAGE_DIMENSIONS = ['page', 'entry_page', 'exit_page'] as const;

const listsOf = (rows: readonly TopRow[]): ReadonlyMap<number, TopList> =>
  new Map(
    [...Map.groupBy(rows, (row) => row.which)].map(([which, ofOne]) => [
      which,
      {
        total: ofOne[0]?.total ?? 0,
        rows: ofOne.map(({ value, title, count }) => ({ value, title, count })),
      },
    ]),
  );

/**
 * Reads the top values of dimensions: one query for all page lists, one for all others.
 * @param limitOf how many values of a dimension are wanted
 */
export const readTopLists = async <Name extends TopDimension>(
  run: <Row>(query: Sql) => Promise<Row[]>,
  request: SumsRequest,
  dimensions: readonly Name[],
  limitOf: (name: Name) => number,
): Promise<ReadonlyMap<Name, TopList>> => {
  const ofPages = dimensions.filter((name) => numberOf(name) === numberOf('page'));
  const others = dimensions
    .filter((name) => !ofPages.includes(name))
    .map((name) => ({ dimension: numberOf(name), limit: limitOf(name) }));
  const longest = Math.max(...ofPages.map(limitOf));
  const pages = ofPages.length === 0 ? [] : await run<TopRow>(topPagesSql(request, longest));
  const values = others.length === 0 ? [] : await run<TopRow>(topValuesSql(request, others));
  const [byRank, byDimension] = [listsOf(pages), listsOf(values)];
  return new Map(
    dimensions.map((name) => [
      name,
      byRank.get(PAGE_DIMENSIONS.findIndex((dimension) => dimension === name)) ??
        byDimension.get(numberOf(name)) ?? { rows: [], total: 0 },
    ]),
  );
};
