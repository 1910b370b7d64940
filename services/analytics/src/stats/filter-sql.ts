import { DIMENSIONS } from '../dimensions/dimensions.ts';
import type { Dimension, PropertyDimension } from './dimensions.ts';
import { isProperty, propertyOf } from './dimensions.ts';
import { escapeLike, likePattern } from './filter.ts';
import type { Condition, Filter } from './filter.ts';
import { allOf, anyOf, literal, sql } from './sql.ts';
import type { Sql } from './sql.ts';

/** Ids of the dictionary's values that fit a condition, looked up before the query so that the planner sees constants. */
export type FittingIds = ReadonlyMap<Condition, readonly number[]>;

const COLUMNS: Readonly<Record<Exclude<Dimension, PropertyDimension>, string>> = {
  page: 'e.page_id',
  event: 'e.name_id',
  entry_page: 'v.entry_page_id',
  exit_page: 'v.exit_page_id',
  referrer: 'v.referrer_id',
  channel: 'v.channel_id',
  utm_source: 'v.utm_source_id',
  utm_medium: 'v.utm_medium_id',
  utm_campaign: 'v.utm_campaign_id',
  utm_term: 'v.utm_term_id',
  utm_content: 'v.utm_content_id',
  country: 'v.country_id',
  region: 'v.region_id',
  city: 'v.city_id',
  browser: 'v.browser_id',
  os: 'v.os_id',
  device: 'v.device_id',
  language: 'v.language_id',
  screen: 'v.screen_id',
};

/** The column (of visits `v` or events `e`) that holds a dimension's dictionary id. */
export const columnOf = (dimension: Exclude<Dimension, PropertyDimension>): Sql =>
  literal(COLUMNS[dimension]);

/** Number under which a dimension's values stand in the dictionary: entry and exit pages are pages. */
export const dictionaryDimension = (dimension: Exclude<Dimension, PropertyDimension>): number =>
  DIMENSIONS[dimension === 'entry_page' || dimension === 'exit_page' ? 'page' : dimension];

/** A test of a text expression against the condition's values, before `is_not` turns it around. */
export const textFits = (text: Sql, { operator, values }: Pick<Condition, 'operator' | 'values'>): Sql => {
  if (operator === 'is' || operator === 'is_not') return sql`${text} = ANY(${values}::text[])`;
  if (operator === 'contains')
    return sql`${text} ILIKE ANY(${values.map((value) => `%${escapeLike(value)}%`)}::text[])`;
  return sql`${text} LIKE ANY(${values.map(likePattern)}::text[])`;
};

const conditionSql = (condition: Condition, ids: FittingIds): Sql => {
  const { dimension, operator } = condition;
  const fits = isProperty(dimension)
    ? textFits(sql`coalesce(e.props ->> ${propertyOf(dimension)}, '')`, condition)
    : sql`${columnOf(dimension)} = ANY(${ids.get(condition) ?? []}::int[])`;
  return operator === 'is_not' ? sql`NOT (${fits})` : fits;
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
    AND dimension = ${dictionaryDimension(dimension)} AND ${textFits(literal('value'), condition)}`;
};
