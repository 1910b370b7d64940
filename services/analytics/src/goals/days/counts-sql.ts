import type { Span } from '../../calendar/date-range.ts';
import { join, literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import { visitPlacesSql } from '../../stats/derived/columns/blocks-store.ts';
import { LONGEST_VISIT, within } from '../../stats/sql/grouped-sql.ts';
import { AMOUNT, candidateRows, CURRENCY, isMeasured, isReached } from '../conversions-sql.ts';
import type { CountedVisits } from '../conversions-sql.ts';
import type { GoalRule } from '../goal.ts';

/** Visitors with a visit that isn't wholly within the span. */
const outsiders = (websiteId: number, { start, end }: Span): Sql => sql`
  SELECT DISTINCT v.visitor_id FROM visits v
  WHERE v.website_id = ${websiteId} AND ${within('v.started_at', start - LONGEST_VISIT, end + LONGEST_VISIT)}
    AND (v.started_at < ${new Date(start)} OR v.last_at >= ${new Date(end)})`;

const IS_OUTSIDER = literal('(SELECT visitor_id FROM outsiders)');

const name = (letter: string, index: number): Sql => literal(`${letter}${index}`);

/**
 * Of the candidates of outsiders, those that days are added up from. Engagement may go on in
 * another span, so all its rows are kept. Of other rules, only the first moment is, and the first
 * one after each that is kept of the step before: no visitor's earliest way through the steps,
 * wherever it began, uses another. So a visitor with very many conversions takes little room.
 */
const keptRows = (rule: GoalRule, index: number): Sql => {
  const own = sql`FROM ${name('c', index)} WHERE visitor_id IN ${IS_OUTSIDER}`;
  if (isMeasured(rule)) return sql`SELECT visitor_id, ts, visit_id, page_id, views, measured ${own}`;
  const before =
    index === 0 ? sql`` : sql` UNION ALL SELECT visitor_id, ts, false AS is_own FROM ${name('k', index - 1)}`;
  // A moment is later than the step before only if it is not the same: of equal ones, the own is
  // first.
  return sql`SELECT visitor_id, min(ts) AS ts, 0 AS visit_id, 0 AS page_id, 1 AS views, NULL::bigint AS measured
    FROM (SELECT visitor_id, ts, is_own, count(*) FILTER (WHERE NOT is_own)
        OVER (PARTITION BY visitor_id ORDER BY ts, is_own DESC ROWS UNBOUNDED PRECEDING) AS steps_before
      FROM (SELECT visitor_id, ts, true AS is_own ${own}${before}) AS both_steps) AS placed
    WHERE is_own GROUP BY visitor_id, steps_before`;
};

/** Rows up to which the visits of a day that converted are kept; for more, the events are counted. */
const MOST_KEPT = 200_000;
const MOST_CROSSING = 10_000;

/** The time of a row `c`, in microseconds since 1970. */
const AT = literal('(extract(epoch FROM c.ts) * 1000000)::bigint');

/** The candidates of a rule with the place of each one's visit. */
const placed = (index: number): Sql =>
  sql`FROM ${name('c', index)} AS c JOIN places p ON p.visit_id = c.visit_id`;

/**
 * Of the first rule, the first moment of a visit and how many there are: of whichever visits a filter
 * leaves, a way through the steps begins with one of these. Of the others, all moments.
 */
const keptMoments = (index: number, columns: Sql): Sql => {
  const isOfStep = sql`${literal(String(index))} AS step`;
  return index === 0
    ? sql`SELECT p.place, ${columns}, ${isOfStep}, min(${AT}) AS at, count(*) AS count`
    : sql`SELECT DISTINCT p.place, ${columns}, ${isOfStep}, ${AT} AS at, 1::bigint AS count`;
};

/**
 * The CTEs and columns that tell, of one day, in which visits rules converted, so that a filter can
 * choose among them.
 */
const convertingSql = ({ websiteId, span }: CountedVisits, rules: readonly GoalRule[]) => {
  const inside = rules.map((_, index) => {
    const grouped = index === 0 ? sql` GROUP BY p.place, c.visitor_id` : sql``;
    return sql`${keptMoments(index, sql`c.visitor_id`)} ${placed(index)} WHERE c.reached AND c.visitor_id NOT IN ${IS_OUTSIDER}${grouped}`;
  });
  const outside = rules.map((rule, index) => {
    const own = sql`${placed(index)} WHERE c.visitor_id IN ${IS_OUTSIDER}`;
    if (isMeasured(rule))
      return sql`SELECT p.place AS visit, c.visitor_id::text AS visitor, ${index}::int AS step, ${AT} AS at, 1::bigint AS count,
          concat(c.visit_id, ' ', c.page_id) AS place, c.views, c.measured ${own}`;
    const grouped = index === 0 ? sql` GROUP BY p.place, c.visitor_id` : sql``;
    return sql`SELECT place AS visit, visitor, step, at, count, '' AS place, 1 AS views, NULL::bigint AS measured
      FROM (${keptMoments(index, sql`c.visitor_id::text AS visitor`)} ${own}${grouped}) AS moments`;
  });
  const amounts =
    rules[0]?.type === 'event'
      ? sql`SELECT p.place AS visit, c.currency, sum(c.amount)::text AS amount ${placed(0)} WHERE c.amount IS NOT NULL GROUP BY 1, 2`
      : sql`SELECT NULL AS visit, NULL AS currency, NULL AS amount WHERE false`;
  const kept = (column: string, value: Sql): Sql =>
    sql`CASE WHEN (SELECT fits FROM room) THEN (${value}) END AS ${literal(column)}`;
  const listed = (column: string): Sql =>
    kept(
      column,
      sql`SELECT coalesce(string_agg(${literal(column.replace('kept_', ''))}::text, ',' ORDER BY place, step, turn), '') FROM inside`,
    );
  return {
    ctes: sql`places AS MATERIALIZED (${visitPlacesSql(websiteId, span)}),
      inside AS MATERIALIZED (
        SELECT place, step, count, dense_rank() OVER (PARTITION BY visitor_id ORDER BY at) AS turn
        FROM (${join(inside, ' UNION ALL ')}) AS moments),
      outside AS MATERIALIZED (${join(outside, ' UNION ALL ')}),
      room AS MATERIALIZED (SELECT (SELECT count(*) FROM inside) <= ${MOST_KEPT} AND (SELECT count(*) FROM outside) <= ${MOST_CROSSING} AS fits)`,
    columns: join(
      [
        ...['kept_place', 'kept_step', 'kept_turn', 'kept_count'].map(listed),
        kept('kept_crossing', sql`SELECT coalesce(json_agg(r), '[]') FROM outside AS r`),
        kept('kept_amounts', sql`SELECT coalesce(json_agg(r), '[]') FROM (${amounts}) AS r`),
      ],
      ', ',
    ),
  };
};

/**
 * One row as SpanCounts has it. A visitor takes a step when its rule converts later than the step
 * before, each at the earliest time possible. Materialised throughout: the planner would look at
 * the events again for each visitor of the step before.
 * @param withVisits adds the columns of `KeptRow`; the span must be a day, and all its visits counted
 */
export const countsSql = (counted: CountedVisits, rules: readonly GoalRule[], withVisits = false): Sql => {
  const parts = rules.flatMap((rule, index) => {
    const worth =
      index === 0 && rule.type === 'event' ? sql`, ${AMOUNT} AS amount, ${CURRENCY} AS currency` : sql``;
    const candidates = sql`SELECT v.visitor_id, e.ts, e.visit_id, e.page_id, e.views, e.measured, ${isReached(rule)} AS reached${worth}
      FROM ${candidateRows(counted, rule)}`;
    const inside = sql`SELECT visitor_id, ts FROM ${name('c', index)} WHERE reached AND visitor_id NOT IN ${IS_OUTSIDER}`;
    const first = sql`SELECT visitor_id, min(ts) AS ts FROM ${name('m', index)} GROUP BY visitor_id`;
    const later = sql`SELECT m.visitor_id, min(m.ts) AS ts FROM ${name('m', index)} AS m
      JOIN ${name('s', index - 1)} AS b ON b.visitor_id = m.visitor_id AND m.ts > b.ts GROUP BY m.visitor_id`;
    return [
      sql`${name('c', index)} AS MATERIALIZED (${candidates})`,
      sql`${name('m', index)} AS MATERIALIZED (${inside})`,
      sql`${name('s', index)} AS MATERIALIZED (${index === 0 ? first : later})`,
      sql`${name('k', index)} AS MATERIALIZED (${keptRows(rule, index)})`,
    ];
  });
  const crossing = rules.map(
    (
      _,
      index,
    ) => sql`SELECT visitor_id::text AS visitor, ${index}::int AS step, (extract(epoch FROM ts) * 1000000)::bigint AS at,
        CASE WHEN measured IS NULL THEN '' ELSE concat(visit_id, ' ', page_id) END AS place, views, measured
      FROM ${name('k', index)}`,
  );
  const [first] = rules;
  const leftOut =
    first === undefined || isMeasured(first)
      ? sql`0`
      : sql`(SELECT count(*) FROM c0 WHERE visitor_id IN ${IS_OUTSIDER}) - (SELECT count(*) FROM k0)`;
  const visitors = rules.map((_, index) => sql`(SELECT count(*)::int FROM ${name('s', index)})`);
  const revenue =
    rules[0]?.type === 'event'
      ? sql`SELECT currency, sum(amount)::text AS amount FROM c0 WHERE amount IS NOT NULL GROUP BY currency`
      : sql`SELECT NULL AS currency, NULL AS amount WHERE false`;
  const converting = withVisits ? convertingSql(counted, rules) : undefined;
  return sql`WITH outsiders AS MATERIALIZED (${outsiders(counted.websiteId, counted.span)}), ${join(parts, ', ')}
    ${converting ? sql`, ${converting.ctes}` : sql``}
    SELECT ${converting ? sql`${converting.columns}, ` : sql``} ((SELECT count(*) FROM m0) + ${leftOut})::int AS conversions, ARRAY[${join(visitors, ', ')}] AS visitors,
      (SELECT coalesce(json_agg(r), '[]') FROM (${join(crossing, ' UNION ALL ')}) AS r) AS crossing,
      (SELECT coalesce(json_agg(r), '[]') FROM (${revenue}) AS r) AS revenue`;
};
