import type { Span } from '../calendar/date-range.ts';
import { numberOf } from '../dimensions/stored-dimensions.ts';
import { EVENT_KINDS } from '../dimensions/event-kinds.ts';
import { join, literal, sql } from '../sql/sql.ts';
import type { Sql } from '../sql/sql.ts';
import { textFits } from '../stats/sql/filter-sql.ts';
import { LONGEST_VISIT } from '../stats/sql/raw-visits-sql.ts';
import { within } from '../stats/sql/raw-keys-sql.ts';
import { encodedPage } from '../stats/query/filter.ts';
import type { GoalRule } from './goal.ts';

/** Ids of the pages or events that a goal's pattern fits. */
const fittingIds = (websiteId: number, { type, pattern }: GoalRule): Sql => {
  const isEvent = type === 'event';
  const values = isEvent ? [pattern] : [...new Set([pattern, encodedPage(pattern)])];
  return sql`SELECT id FROM dictionary WHERE website_id = ${websiteId}
    AND dimension = ${numberOf(isEvent ? 'event' : 'page')}
    AND ${textFits(literal('value'), { operator: 'matches', values })}`;
};

const hasProperty = ({ property, propertyValue }: GoalRule): Sql => {
  if (property === null) return sql`true`;
  if (propertyValue === null) return sql`jsonb_exists(e.props, ${property})`;
  return sql`e.props ->> ${property} = ${propertyValue}`;
};

/**
 * Views of a page that got far enough: visits whose engagement, spread over their views of the page,
 * reaches the threshold. The rows of one view can't be told from those of another.
 */
const reached = (websiteId: number, goal: GoalRule, span: Span): Sql => {
  const isScroll = goal.type === 'scroll';
  const measured = literal(isScroll ? 'sum(e.scroll)' : 'sum(e.engaged_ms) / 1000.0');
  return sql`SELECT e.visit_id, e.page_id, 0 AS name_id, max(e.ts) AS ts, '{}'::jsonb AS props
    FROM events e
    WHERE e.website_id = ${websiteId} AND ${within('e.ts', span.start, span.end)}
      AND e.kind IN (${EVENT_KINDS.pageview}, ${EVENT_KINDS.engagement}) AND e.page_id IN (${fittingIds(websiteId, goal)})
    GROUP BY e.visit_id, e.page_id
    HAVING count(*) FILTER (WHERE e.kind = ${EVENT_KINDS.pageview}) > 0
      AND ${measured} >= ${goal.threshold ?? 0} * count(*) FILTER (WHERE e.kind = ${EVENT_KINDS.pageview})`;
};

const happened = (websiteId: number, goal: GoalRule, span: Span): Sql => {
  const [column, kind] =
    goal.type === 'event' ? ['e.name_id', EVENT_KINDS.event] : ['e.page_id', EVENT_KINDS.pageview];
  return sql`SELECT e.visit_id, e.page_id, e.name_id, e.ts, e.props FROM events e
    WHERE e.website_id = ${websiteId} AND ${within('e.ts', span.start, span.end)} AND e.kind = ${kind}
      AND ${literal(column)} IN (${fittingIds(websiteId, goal)}) AND ${hasProperty(goal)}`;
};

/** A goal's conversions in a span, a row each: `e` as counted, `v` the visit it belongs to. */
export const conversionRows = (websiteId: number, goal: GoalRule, span: Span): Sql => {
  const isMeasured = goal.type === 'scroll' || goal.type === 'engaged';
  return sql`(${isMeasured ? reached(websiteId, goal, span) : happened(websiteId, goal, span)}) AS e
    JOIN visits v ON v.website_id = ${websiteId} AND v.visit_id = e.visit_id
      AND ${within('v.started_at', span.start - LONGEST_VISIT, span.end)}`;
};

/** One row: `conversions` and `converters`. */
export const conversionsSql = (websiteId: number, goal: GoalRule, span: Span): Sql => sql`
  SELECT count(*)::int AS conversions, count(DISTINCT v.visitor_id)::int AS converters
  FROM ${conversionRows(websiteId, goal, span)}`;

/** The names under which events carry an amount; the first one that is a number counts. */
const AMOUNTS = ['revenue.amount', 'revenue', 'amount'];
const CURRENCIES = ['revenue.currency', 'currency'];

const number = (name: string): Sql =>
  sql`CASE WHEN e.props ->> ${name} ~ '^-{0,1}[0-9]{1,15}([.][0-9]{1,9}){0,1}$' THEN (e.props ->> ${name})::numeric END`;

/** Rows of `currency` and `amount`: what the conversions' events say they were worth. */
export const revenueSql = (websiteId: number, goal: GoalRule, span: Span): Sql => sql`
  SELECT currency, sum(amount)::float8 AS amount FROM (
    SELECT coalesce(${join(AMOUNTS.map(number), ', ')}) AS amount,
      upper(coalesce(${join(
        CURRENCIES.map((name) => sql`e.props ->> ${name}`),
        ', ',
      )})) AS currency
    FROM ${conversionRows(websiteId, goal, span)}) AS worth
  WHERE amount IS NOT NULL GROUP BY currency ORDER BY currency NULLS LAST`;

/** Rows of `value`, `conversions` and `converters` by a column of `v` or `e`. */
export const conversionsByValueSql = (
  websiteId: number,
  goal: GoalRule,
  span: Span,
  column: Sql,
  limit: number,
): Sql => sql`
  SELECT d.value, c.conversions, c.converters FROM (
    SELECT ${column} AS id, count(*)::int AS conversions, count(DISTINCT v.visitor_id)::int AS converters
    FROM ${conversionRows(websiteId, goal, span)} WHERE ${column} <> 0 GROUP BY 1) AS c
  JOIN dictionary d ON d.website_id = ${websiteId} AND d.id = c.id
  ORDER BY c.conversions DESC, d.value LIMIT ${limit}`;
