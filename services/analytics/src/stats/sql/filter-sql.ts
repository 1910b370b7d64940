import {
  isOrigin,
  isProperty,
  isVisitDimension,
  ORIGINS,
  PAGE_DIMENSIONS,
  propertyOf,
  EVENT_KINDS,
  numberOf,
} from '../../dimensions/dimension-names.ts';
import type { ColumnDimension, Dimension, OriginDimension } from '../../dimensions/dimension-names.ts';
import { DIMENSIONS } from '../../dimensions/dimensions.ts';
import { allOf, anyOf, join, literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import {
  asksForBehaviour,
  encodedPage,
  escapeLike,
  isNegated,
  likePattern,
  isOfAnyHit,
  ownConditionsOf,
  conditionsOf,
} from '../query/filter.ts';
import type { Behaviour, Condition, Filter } from '../query/filter.ts';
import type { SumsRequest } from '../query/sums-request.ts';
import { LONGEST_VISIT, within } from './grouped-sql.ts';
import { originLabels } from './origin-labels.ts';

/**
 * Dictionary ids that fit each condition. Looked up before the query, so the planner sees
 * constants.
 */
export type FittingIds = ReadonlyMap<Condition, readonly number[]>;

const COLUMNS: ReadonlyMap<string, string> = new Map(
  DIMENSIONS.map(({ id, column, scope }) => [id, `${scope === 'event' ? 'e' : 'v'}.${column}`]),
);

/** The column (of visits `v` or events `e`) that holds a dimension's dictionary id. */
export const columnOf = (dimension: ColumnDimension | OriginDimension): Sql => {
  if (isOrigin(dimension)) {
    const columns = ORIGINS[dimension].map((name) => columnOf(name));
    return sql`coalesce(${join([...columns.map((column) => sql`nullif(${column}, 0)`), sql`0`], ', ')})`;
  }
  const column = COLUMNS.get(dimension);
  if (column === undefined) throw new Error(`unknown dimension ${dimension}`);
  return literal(column);
};

const TIME_UNITS = ['hour', 'day', 'month', 'year'] as const;

/** A column, or a unit of the website's clock, by which rows of events and visits are split. */
export type SplitBy = ColumnDimension | (typeof TIME_UNITS)[number];

/** True for a unit of the clock. */
export const isTimeUnit = (by: SplitBy): by is (typeof TIME_UNITS)[number] =>
  TIME_UNITS.some((unit) => unit === by);

/** The text by which a row of `e` and `v` is split: a value, or the beginning of its hour, day, … */
export const splitKey = (by: SplitBy, { id, timezone }: Pick<SumsRequest['site'], 'id' | 'timezone'>): Sql =>
  isTimeUnit(by)
    ? sql`to_char(date_trunc(${by}, e.ts AT TIME ZONE ${timezone}), 'YYYY-MM-DD HH24:MI:SS')`
    : sql`coalesce((SELECT value FROM dictionary d WHERE d.website_id = ${id} AND d.id = ${columnOf(by)}), '')`;

/** A test of a text expression against the condition's values, before `…_not` turns it around. */
export const textFits = (
  text: Sql,
  { operator, values, compared }: Pick<Condition, 'operator' | 'values' | 'compared'>,
): Sql => {
  if (operator === 'is' || operator === 'is_not')
    return compared === 'any_case'
      ? sql`lower(${text}) = ANY(${values.map((value) => value.toLowerCase())}::text[])`
      : sql`${text} = ANY(${values}::text[])`;
  if (operator === 'contains' || operator === 'contains_not') {
    const parts = values.map((value) => `%${escapeLike(value)}%`);
    return sql`${text} ${literal(compared === 'exact_case' ? 'LIKE' : 'ILIKE')} ANY(${parts}::text[])`;
  }
  if (compared === 'expression') return sql`${text} ~ ANY(${values}::text[])`;
  return sql`${text} LIKE ANY(${values.map(likePattern)}::text[])`;
};

/** Pages match as they are stored and as people write them; whoever makes an expression sees to it. */
const asStored = (condition: Condition): Condition =>
  condition.compared !== 'expression' && PAGE_DIMENSIONS.some((name) => name === condition.dimension)
    ? { ...condition, values: [...new Set(condition.values.flatMap((value) => [value, encodedPage(value)]))] }
    : condition;

const conditionSql = (condition: Condition, ids: FittingIds): Sql => {
  const { dimension, operator } = condition;
  const fits = isProperty(dimension)
    ? textFits(sql`coalesce(e.props ->> ${propertyOf(dimension)}, '')`, condition)
    : sql`${columnOf(dimension)} = ANY(${ids.get(condition) ?? []}::int[])`;
  return isNegated(operator) ? sql`NOT (${fits})` : fits;
};

type Asked = Pick<SumsRequest, 'site' | 'span' | 'filter'>;

/** True for a filter that says something of the visits, whose columns it then needs. */
const asksOfVisits = (filter: Filter): boolean =>
  ownConditionsOf(filter).some(({ dimension }) => isVisitDimension(dimension)) || asksForBehaviour(filter);

/**
 * Holds for a row `e` of a kind that is counted where these dimensions are asked for: a page view, a
 * custom event, or, by properties alone, both.
 */
export const ofCountedKind = (filter: Filter, dimensions: readonly Dimension[]): Sql => {
  const { pageview, event } = EVENT_KINDS;
  if (isOfAnyHit(filter)) return sql`e.kind IN (${pageview}, ${event})`;
  if (dimensions.includes('event')) return sql`e.kind = ${event}`;
  const properties = dimensions.filter(isProperty).map(propertyOf);
  if (properties.length === 0) return sql`e.kind = ${pageview}`;
  return sql`(e.kind = ${event} OR (e.kind = ${pageview} AND jsonb_exists_any(e.props, ${properties}::text[])))`;
};

/**
 * Holds for a visit `v` with an event, in the span or not, that meets a filter. Visits are listed
 * without regard to `v`, so that it is a join, or a table of their ids, and no search for each visit.
 * @param isJoin true where nothing but AND is around it
 */
const behaviourSql = (
  { done, what, mean }: Behaviour,
  { site, span }: Asked,
  ids: FittingIds,
  isJoin: boolean,
): Sql => {
  const kinds = mean
    ? sql`e.kind IN (${EVENT_KINDS.pageview}, ${EVENT_KINDS.engagement})`
    : ofCountedKind(
        what,
        ownConditionsOf(what).map(({ dimension }) => dimension),
      );
  const views = sql`count(*) FILTER (WHERE e.kind = ${EVENT_KINDS.pageview})`;
  const isFarEnough = mean
    ? sql` GROUP BY e.visit_id, e.page_id HAVING ${views} > 0 AND sum(${literal(`e.${mean.of}`)}) >= ${mean.atLeast}::bigint * ${views}`
    : sql``;
  const visits = asksOfVisits(what)
    ? sql`JOIN visits v ON v.website_id = ${site.id} AND v.visit_id = e.visit_id
        AND ${within('v.started_at', span.start - 2 * LONGEST_VISIT, span.end + LONGEST_VISIT)}`
    : sql``;
  const did = sql`SELECT e.visit_id FROM events e ${visits} WHERE e.website_id = ${site.id}
    AND ${within('e.ts', span.start - LONGEST_VISIT, span.end + LONGEST_VISIT)}
    AND ${kinds} AND ${filterSql({ site, span, filter: what }, ids)}${isFarEnough}`;
  if (done) return sql`v.visit_id IN (${did})`;
  // Only this is a join.
  if (isJoin) return sql`NOT EXISTS (SELECT FROM (${did}) AS did WHERE did.visit_id = v.visit_id)`;
  return sql`NOT v.visit_id IN (${did})`;
};

/** A request's filter as a condition on visits `v` and events `e`. */
export const filterSql = (asked: Asked, ids: FittingIds, isJoin = true): Sql => {
  const { filter } = asked;
  const each =
    (isInner: boolean) =>
    (inner: Filter): Sql =>
      filterSql({ ...asked, filter: inner }, ids, isInner);
  if ('and' in filter) return allOf(filter.and.map(each(isJoin)));
  if ('or' in filter) return anyOf(filter.or.map(each(isJoin && filter.or.length === 1)));
  return 'what' in filter ? behaviourSql(filter, asked, ids, isJoin) : conditionSql(filter, ids);
};

/** The query for a condition's fitting ids. The empty text stands for "no value", which is id 0. */
export const fittingIdsSql = (websiteId: number, condition: Condition): Sql | undefined => {
  const { dimension } = condition;
  if (isProperty(dimension) || isOrigin(dimension)) return undefined;
  const none =
    condition.operator.startsWith('is') && condition.values.includes('')
      ? sql`SELECT 0 AS id UNION ALL `
      : sql``;
  return sql`${none}SELECT id FROM dictionary WHERE website_id = ${websiteId}
    AND dimension = ${numberOf(dimension)} AND ${textFits(literal('value'), asStored(condition))}`;
};

/** Labels are made here, and compared where all other texts are. */
const labelsSql = (labels: Awaited<ReturnType<typeof originLabels>>, condition: Condition): Sql =>
  sql`SELECT id FROM unnest(${labels.map(({ id }) => id)}::int[], ${labels.map(({ label }) => label)}::text[]) AS l (id, label)
    WHERE ${textFits(literal('label'), condition)}`;

/** Looks up the ids that fit the conditions of a request's filter. */
export const fittingIds = async (
  run: <Row>(query: Sql) => Promise<Row[]>,
  { site, filter }: Pick<SumsRequest, 'site' | 'filter'>,
): Promise<FittingIds> => {
  const ids = new Map<Condition, readonly number[]>();
  for (const condition of conditionsOf(filter)) {
    const query = isOrigin(condition.dimension)
      ? labelsSql(await originLabels(run, site.id, condition.dimension), condition)
      : fittingIdsSql(site.id, condition);
    if (query === undefined) continue;
    const rows = await run<{ id: number }>(query);
    ids.set(
      condition,
      rows.map((row) => row.id),
    );
  }
  return ids;
};
