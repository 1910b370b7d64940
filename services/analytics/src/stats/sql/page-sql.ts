import { isOrigin, isProperty, isTime } from '../../dimensions/dimension-names.ts';
import type { GroupBy } from '../../dimensions/dimension-names.ts';
import { encodedPage, escapeLike } from '../query/filter.ts';
import { formulaOf, METRIC_IDS } from '../../metrics/metric-values.ts';
import type { Metric } from '../../metrics/metric-values.ts';
import { keyName } from './grouped-sql.ts';
import { allOf, join, literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import type { RowOrder } from '../query/stats-rows.ts';
import type { SumsRequest } from '../query/sums-request.ts';

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
