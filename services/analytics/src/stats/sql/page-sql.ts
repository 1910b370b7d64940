import { isOrigin, isProperty, isTime, numberOf } from '../../dimensions/dimension-names.ts';
import type { GroupBy } from '../../dimensions/dimension-names.ts';
import { formulaOf, METRIC_IDS } from '../../metrics/metric-values.ts';
import type { Metric } from '../../metrics/metric-values.ts';
import { allOf, join, literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import { encodedPage, escapeLike } from '../query/filter.ts';
import type { RowOrder, TopDimension, TopList } from '../query/stats-rows.ts';
import type { SumsRequest } from '../query/sums-request.ts';
import { keyName } from './grouped-sql.ts';
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

const isMetric = (name: Metric | GroupBy): name is Metric => (METRIC_IDS as readonly string[]).includes(name);

const metricExpression = (metric: Metric): Sql => {
  const { numerator, denominator } = formulaOf(metric);
  return literal(
    denominator === undefined ? `"${numerator}"` : `"${numerator}" / nullif("${denominator}", 0)`,
  );
};

/** True where the key's number stands for a text in the dictionary. */
const isNamed = (name: GroupBy): boolean => !isTime(name) && !isProperty(name);

/**
 * The expression that shows a key: the dictionary's text, a property's text or a bucket's number.
 */
const shown = (name: GroupBy, index: number): Sql => (isNamed(name) ? literal(`n${index}`) : keyName(index));

const direction = (order: 'asc' | 'desc'): Sql => literal(order === 'asc' ? 'ASC' : 'DESC');

const nameJoins = (request: SumsRequest): { columns: Sql; joins: Sql } => {
  const named = request.groupBy.flatMap((name, index) => (isNamed(name) ? [{ name, index }] : []));
  const page = named.find(({ name }) => name === 'page' || name === 'entry_page' || name === 'exit_page');
  return {
    columns: literal(
      named
        .map(({ name, index }) =>
          isOrigin(name) ? `, coalesce(d${index}.value, '') AS n${index}` : `, d${index}.value AS n${index}`,
        )
        .join('') + (page === undefined ? '' : `, d${page.index}.title AS title`),
    ),
    joins: join(
      named.map(
        ({ name, index }) =>
          // Visits that came from nowhere have no text.
          sql` ${literal(isOrigin(name) ? 'LEFT JOIN' : 'JOIN')} dictionary ${literal(`d${index}`)} ON ${literal(`d${index}`)}.website_id = ${request.site.id} AND ${literal(`d${index}`)}.id = g.${keyName(index)}`,
      ),
      '',
    ),
  };
};

/**
 * Sorts and pages grouped rows, and replaces ids by their texts. Ties are broken by the keys, so
 * pages never overlap. Names are joined to the rows of the page only, unless sorting or searching
 * needs them all.
 */
export const pageSql = (grouped: Sql, request: SumsRequest, order: RowOrder): Sql => {
  const { columns, joins } = nameJoins(request);
  const needsNames =
    order.search !== undefined ||
    order.only !== undefined ||
    order.sort.some(({ by }) => !isMetric(by) && isNamed(by));
  const first = request.groupBy.findIndex((name) => !isTime(name));
  const firstName = request.groupBy[first];
  const conditions = [
    ...(order.search === undefined || firstName === undefined
      ? []
      : [
          sql`${shown(firstName, first)} ILIKE ANY(${[order.search, encodedPage(order.search)].map((text) => `%${escapeLike(text)}%`)}::text[])`,
        ]),
    ...(order.only ?? []).flatMap(({ key, values }) => {
      const name = request.groupBy[key];
      return name === undefined ? [] : [sql`${shown(name, key)} = ANY(${values}::text[])`];
    }),
  ];
  const sorted = join(
    [
      ...order.sort.map(({ by, order: way }) => {
        const expression = isMetric(by)
          ? metricExpression(by)
          : isNamed(by)
            ? sql`${shown(by, request.groupBy.indexOf(by))} COLLATE "C"`
            : keyName(request.groupBy.indexOf(by));
        return sql`${expression} ${direction(way)} NULLS LAST`;
      }),
      ...request.groupBy.map((_, index) => keyName(index)),
      literal('visits'),
    ],
    ', ',
  );
  const cut = sql`ORDER BY ${sorted} LIMIT ${order.limit} OFFSET ${order.offset}`;
  if (needsNames)
    return sql`SELECT *, (count(*) OVER ())::int AS total FROM (
      SELECT g.*${columns} FROM (${grouped}) AS g${joins}) AS named WHERE ${allOf(conditions)} ${cut}`;
  return sql`SELECT g.*${columns} FROM (
    SELECT *, (count(*) OVER ())::int AS total FROM (${grouped}) AS all_rows ${cut}) AS g${joins} ORDER BY ${sorted}`;
};
