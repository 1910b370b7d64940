import type { ColumnDimension } from '../../dimensions/dimension-names.ts';
import { isProperty, PAGE_DIMENSIONS, propertyOf } from '../../dimensions/dimension-names.ts';
import { DIMENSIONS } from '../../dimensions/dimensions.ts';
import { numberOf } from '../../dimensions/stored-dimensions.ts';
import { encodedPage, escapeLike, isNegated, likePattern } from '../query/filter.ts';
import type { Condition, Filter } from '../query/filter.ts';
import { allOf, anyOf, literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';

/**
 * Dictionary ids that fit each condition. Looked up before the query, so the planner sees
 * constants.
 */
export type FittingIds = ReadonlyMap<Condition, readonly number[]>;

const COLUMNS: ReadonlyMap<string, string> = new Map(
  DIMENSIONS.map(({ id, column, scope }) => [id, `${scope === 'event' ? 'e' : 'v'}.${column}`]),
);

/** The column (of visits `v` or events `e`) that holds a dimension's dictionary id. */
export const columnOf = (dimension: ColumnDimension): Sql => {
  const column = COLUMNS.get(dimension);
  if (column === undefined) throw new Error(`unknown dimension ${dimension}`);
  return literal(column);
};

/** A test of a text expression against the condition's values, before `…_not` turns it around. */
export const textFits = (text: Sql, { operator, values }: Pick<Condition, 'operator' | 'values'>): Sql => {
  if (operator === 'is' || operator === 'is_not') return sql`${text} = ANY(${values}::text[])`;
  if (operator === 'contains' || operator === 'contains_not')
    return sql`${text} ILIKE ANY(${values.map((value) => `%${escapeLike(value)}%`)}::text[])`;
  return sql`${text} LIKE ANY(${values.map(likePattern)}::text[])`;
};

/** Pages match as they are stored and as people write them. */
const asStored = (condition: Condition): Condition =>
  PAGE_DIMENSIONS.some((name) => name === condition.dimension)
    ? { ...condition, values: [...new Set(condition.values.flatMap((value) => [value, encodedPage(value)]))] }
    : condition;

const conditionSql = (condition: Condition, ids: FittingIds): Sql => {
  const { dimension, operator } = condition;
  const fits = isProperty(dimension)
    ? textFits(sql`coalesce(e.props ->> ${propertyOf(dimension)}, '')`, condition)
    : sql`${columnOf(dimension)} = ANY(${ids.get(condition) ?? []}::int[])`;
  return isNegated(operator) ? sql`NOT (${fits})` : fits;
};

/** A filter as a condition on visits `v` and events `e`. */
export const filterSql = (filter: Filter, ids: FittingIds): Sql => {
  if ('and' in filter) return allOf(filter.and.map((inner) => filterSql(inner, ids)));
  if ('or' in filter) return anyOf(filter.or.map((inner) => filterSql(inner, ids)));
  return conditionSql(filter, ids);
};

/** The query for a condition's fitting ids. The empty text stands for "no value", which is id 0. */
export const fittingIdsSql = (websiteId: number, condition: Condition): Sql | undefined => {
  const { dimension } = condition;
  if (isProperty(dimension)) return undefined;
  const none =
    condition.operator.startsWith('is') && condition.values.includes('')
      ? sql`SELECT 0 AS id UNION ALL `
      : sql``;
  return sql`${none}SELECT id FROM dictionary WHERE website_id = ${websiteId}
    AND dimension = ${numberOf(dimension)} AND ${textFits(literal('value'), asStored(condition))}`;
};
