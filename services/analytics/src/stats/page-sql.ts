import { isProperty, isTime } from './dimensions.ts';
import type { GroupBy } from './dimensions.ts';
import { escapeLike } from './filter.ts';
import { FORMULAS, METRICS } from './metrics.ts';
import type { Metric } from './metrics.ts';
import { keyName } from './rollup-sql.ts';
import { allOf, join, literal, sql } from './sql.ts';
import type { Sql } from './sql.ts';
import type { SumsRequest } from './sums-request.ts';

export interface RowOrder {
  readonly sort: readonly { readonly by: Metric | GroupBy; readonly order: 'asc' | 'desc' }[];
  readonly limit: number;
  readonly offset: number;
  /** Keeps rows whose first dimension's value holds this text, regardless of case. */
  readonly search?: string | undefined;
  /** Keeps rows with these values of a dimension: those of another range's page, to compare with. */
  readonly only?: readonly { readonly key: number; readonly values: readonly string[] }[];
}

const isMetric = (name: Metric | GroupBy): name is Metric => (METRICS as readonly string[]).includes(name);

const metricExpression = (metric: Metric): Sql => {
  const { numerator, denominator } = FORMULAS[metric];
  return literal(
    denominator === undefined ? `"${numerator}"` : `"${numerator}" / nullif("${denominator}", 0)`,
  );
};

/** True where the key's number stands for a text in the dictionary. */
const isNamed = (name: GroupBy): boolean => !isTime(name) && !isProperty(name);

/** The expression that shows a key's value: the dictionary's text, a property's text, a bucket's number. */
const shown = (name: GroupBy, index: number): Sql => (isNamed(name) ? literal(`n${index}`) : keyName(index));

const direction = (order: 'asc' | 'desc'): Sql => literal(order === 'asc' ? 'ASC' : 'DESC');

const nameJoins = (request: SumsRequest): { columns: Sql; joins: Sql } => {
  const named = request.groupBy.flatMap((name, index) => (isNamed(name) ? [{ name, index }] : []));
  const page = named.find(({ name }) => name === 'page' || name === 'entry_page' || name === 'exit_page');
  return {
    columns: literal(
      named.map(({ index }) => `, d${index}.value AS n${index}`).join('') +
        (page === undefined ? '' : `, d${page.index}.title AS title`),
    ),
    joins: join(
      named.map(
        ({ index }) =>
          sql` JOIN dictionary ${literal(`d${index}`)} ON ${literal(`d${index}`)}.website_id = ${request.site.id} AND ${literal(`d${index}`)}.id = g.${keyName(index)}`,
      ),
      '',
    ),
  };
};

/**
 * Sorts and cuts grouped rows, and puts texts in the place of ids. Equal rows stand in the order of their keys, so that
 * pages don't overlap. Names are joined to the rows of the page only, unless the order or a search needs them for all.
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
      : [sql`${shown(firstName, first)} ILIKE ${`%${escapeLike(order.search)}%`}`]),
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
