import type { Database } from '@platform/database';

import type { Span, DateRange } from '../calendar/date-range.ts';
import { numberOf, EVENT_KINDS } from '../dimensions/dimension-names.ts';
import type { GroupBy } from '../dimensions/dimension-names.ts';
import { join, literal, sql, inTime, QUESTION_LIMITS } from '../sql/sql.ts';
import type { Sql } from '../sql/sql.ts';
import { answerQuery } from '../stats/query/answer-query.ts';
import { encodedPage } from '../stats/query/filter.ts';
import type { Filter } from '../stats/query/filter.ts';
import type { Site } from '../stats/query/sums-request.ts';
import { MAX_DAYS } from '../stats/question-schema.ts';
import { textFits } from '../stats/sql/filter-sql.ts';
import { LONGEST_VISIT, within } from '../stats/sql/grouped-sql.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import type { GoalRule } from './goal.ts';

/**
 * Runs a query that counts events, with a bound on its time.
 * @param advice what a client may do when that is reached
 * @throws AppError `unavailable` when the query takes too long
 */
export const runCount = <Row>(database: Database, { text, values }: Sql, advice?: string): Promise<Row[]> =>
  inTime(
    database.transaction(
      async (transaction) => {
        await transaction.raw(QUESTION_LIMITS);
        const { rows } = await transaction.raw<{ rows: Row[] }>(text, values);
        return rows;
      },
      { readOnly: true },
    ),
    advice,
  );

/** Visitors of a range, by the values of a dimension or by periods; keyed by `''` without either. */
export const visitorsBy = async (
  stats: Pick<StatsStore, 'page'>,
  site: Site,
  range: DateRange,
  filter: Filter,
  groupBy?: GroupBy,
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await answerQuery(stats, site, {
    metrics: ['visitors'],
    groupBy: groupBy === undefined ? [] : [groupBy],
    filter,
    range,
    limit: groupBy === undefined ? 1 : MAX_DAYS,
    offset: 0,
  });
  return new Map(
    rows.map(({ dimensions, metrics }) => [
      groupBy === undefined ? '' : (dimensions[groupBy] ?? ''),
      metrics.visitors ?? 0,
    ]),
  );
};

/** Ids of the pages or events that a goal's pattern fits. */
export const fittingIds = (websiteId: number, { type, pattern }: GoalRule): Sql => {
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

/** True for a rule about engagement, which is added up by visit and page. */
export const isMeasured = ({ type }: GoalRule): boolean => type === 'scroll' || type === 'engaged';

/** The events that conversions are looked for in: those of a span, in visits for which a condition holds. */
export interface CountedVisits {
  readonly websiteId: number;
  readonly span: Span;
  /** On visits `v`. */
  readonly visits: Sql;
  /** True where the condition leaves visits out. */
  readonly isFiltered?: boolean;
}

/** The condition on visits `v` whose events are counted. */
const countedOnes = ({ websiteId, span, visits }: CountedVisits): Sql =>
  sql`v.website_id = ${websiteId} AND ${within('v.started_at', span.start - LONGEST_VISIT, span.end)} AND ${visits}`;

/**
 * Views of a page by visit, with their engagement: milliseconds or percent, added up over the views.
 * The rows of one view can't be told from those of another. Visits that a filter leaves out are left
 * out before: of a year, that is most of what would be added up.
 */
const measuredViews = (counted: CountedVisits, goal: GoalRule): Sql => {
  const { websiteId, span, isFiltered = false } = counted;
  const inVisits = isFiltered
    ? sql`AND e.visit_id IN (SELECT v.visit_id FROM visits v WHERE ${countedOnes(counted)})`
    : sql``;
  const measured = literal(goal.type === 'scroll' ? 'sum(e.scroll)' : 'sum(e.engaged_ms)');
  return sql`SELECT e.visit_id, e.page_id, 0 AS name_id, max(e.ts) AS ts, '{}'::jsonb AS props,
      count(*) FILTER (WHERE e.kind = ${EVENT_KINDS.pageview}) AS views, ${measured} AS measured
    FROM events e
    WHERE e.website_id = ${websiteId} AND ${within('e.ts', span.start, span.end)}
      AND e.kind IN (${EVENT_KINDS.pageview}, ${EVENT_KINDS.engagement}) AND e.page_id IN (${fittingIds(websiteId, goal)}) ${inVisits}
    GROUP BY e.visit_id, e.page_id`;
};

/** Of measured views `e`: whether their engagement, spread over them, reaches the threshold. */
const isFarEnough = ({ type, threshold }: GoalRule): Sql =>
  sql`e.views > 0 AND e.measured >= ${threshold ?? 0} * ${literal(type === 'engaged' ? '1000.0' : '1.0')} * e.views`;

const happened = ({ websiteId, span }: CountedVisits, goal: GoalRule): Sql => {
  const [column, kind] =
    goal.type === 'event' ? ['e.name_id', EVENT_KINDS.event] : ['e.page_id', EVENT_KINDS.pageview];
  return sql`SELECT e.visit_id, e.page_id, e.name_id, e.ts, e.props, 1 AS views, NULL::bigint AS measured FROM events e
    WHERE e.website_id = ${websiteId} AND ${within('e.ts', span.start, span.end)} AND e.kind = ${kind}
      AND ${literal(column)} IN (${fittingIds(websiteId, goal)}) AND ${hasProperty(goal)}`;
};

/**
 * Selects the candidates for a goal's conversions, a row each: `e` as counted, `v` its visit.
 * `isReached` picks the conversions among them.
 */
export const candidateRows = (counted: CountedVisits, goal: GoalRule): Sql => {
  const rows = isMeasured(goal) ? measuredViews : happened;
  return sql`(${rows(counted, goal)}) AS e JOIN visits v ON v.visit_id = e.visit_id AND ${countedOnes(counted)}`;
};

/** Holds for a candidate `e` that is a conversion. */
export const isReached = (goal: GoalRule): Sql => (isMeasured(goal) ? isFarEnough(goal) : sql`true`);

/** A goal's conversions, a row each, as those of `candidateRows`. */
const conversionRows = (counted: CountedVisits, goal: GoalRule): Sql =>
  sql`${candidateRows(counted, goal)} AND ${isReached(goal)}`;

/** The names under which events carry an amount; the first one that is a number counts. */
const AMOUNTS = ['revenue.amount', 'revenue', 'amount'];
const CURRENCIES = ['revenue.currency', 'currency'];

const number = (name: string): Sql =>
  sql`CASE WHEN e.props ->> ${name} ~ '^-{0,1}[0-9]{1,15}([.][0-9]{1,9}){0,1}$' THEN (e.props ->> ${name})::numeric END`;

/** Worth that the event of a row `e` states; NULL if it states none. */
export const AMOUNT = sql`coalesce(${join(AMOUNTS.map(number), ', ')})`;
export const CURRENCY = sql`upper(coalesce(${join(
  CURRENCIES.map((name) => sql`e.props ->> ${name}`),
  ', ',
)}))`;

/** Rows of `key`, `currency` and `amount`: what the conversions' events say they were worth. */
export const revenueSql = (counted: CountedVisits, goal: GoalRule, key: Sql): Sql => sql`
  SELECT key, currency, sum(amount)::float8 AS amount FROM (
    SELECT ${key} AS key, ${AMOUNT} AS amount, ${CURRENCY} AS currency
    FROM ${conversionRows(counted, goal)}) AS worth
  WHERE amount IS NOT NULL GROUP BY key, currency ORDER BY key, currency NULLS LAST`;

/** Rows of `key`, `value`, `conversions` and `converters` by a column of `v` or `e`; `key` is its id. */
export const conversionsByValueSql = (
  counted: CountedVisits,
  goal: GoalRule,
  column: Sql,
  limit: number,
): Sql => sql`
  SELECT c.id AS key, d.value, c.conversions, c.converters FROM (
    SELECT ${column} AS id, count(*)::int AS conversions, count(DISTINCT v.visitor_id)::int AS converters
    FROM ${conversionRows(counted, goal)} WHERE ${column} <> 0 GROUP BY 1) AS c
  JOIN dictionary d ON d.website_id = ${counted.websiteId} AND d.id = c.id
  ORDER BY c.conversions DESC, d.value LIMIT ${limit}`;

const FORMATS = { day: 'YYYY-MM-DD', month: 'YYYY-MM' } as const;

/** The local day (`2026-11-22`) or month (`2026-11`) of a conversion. */
export const periodOf = (interval: keyof typeof FORMATS, timezone: string): Sql =>
  sql`to_char(e.ts AT TIME ZONE ${timezone}::text, ${FORMATS[interval]}::text)`;

/** Rows of `key`, `conversions` and `converters` by day or month. */
export const conversionsByPeriodSql = (counted: CountedVisits, goal: GoalRule, period: Sql): Sql => sql`
  SELECT key, count(*)::int AS conversions, count(DISTINCT visitor_id)::int AS converters FROM (
    SELECT ${period} AS key, v.visitor_id FROM ${conversionRows(counted, goal)}) AS c
  GROUP BY key`;
