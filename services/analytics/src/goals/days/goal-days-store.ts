import { createHash } from 'node:crypto';

import type { Database } from '@platform/database';

import { spanOf } from '../../calendar/date-range.ts';
import type { DateRange, Span } from '../../calendar/date-range.ts';
import type { LocalDay } from '../../calendar/local-day.ts';
import { numberOf } from '../../dimensions/dimension-names.ts';
import { join, literal, sql, QUESTION_LIMITS } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import { takeDeriveTurn } from '../../stats/derived/derived-keeper.ts';
import { lateWritesSql } from '../../stats/derived/settled-days.ts';
import { asksForBehaviour, conditionsOf } from '../../stats/query/filter.ts';
import type { Filter } from '../../stats/query/filter.ts';
import type { Site } from '../../stats/query/sums-request.ts';
import { filterSql, fittingIds as ofTexts } from '../../stats/sql/filter-sql.ts';
import { LONGEST_VISIT, within } from '../../stats/sql/grouped-sql.ts';
import {
  AMOUNT,
  candidateRows,
  CURRENCY,
  fittingIds,
  isMeasured,
  isReached,
  runCount,
} from '../conversions-sql.ts';
import type { CountedVisits } from '../conversions-sql.ts';
import { countedVisits } from '../counted-visits.ts';
import type { CountedDays } from '../counted-visits.ts';
import type { GoalRule } from '../goal.ts';
import type { Counts, SpanCounts } from './add-counts.ts';

/** Names a list of rules: changed rules are other rules. */
export const rulesKey = (rules: readonly GoalRule[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        rules.map(({ type, pattern, threshold, property, propertyValue }) => [
          type,
          pattern,
          threshold,
          property,
          propertyValue,
        ]),
      ),
    )
    .digest('base64url');

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

/**
 * One row as SpanCounts has it. A visitor takes a step when its rule converts later than the step
 * before, each at the earliest time possible. Materialised throughout: the planner would look at
 * the events again for each visitor of the step before.
 */
const countsSql = (counted: CountedVisits, rules: readonly GoalRule[]): Sql => {
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
  return sql`WITH outsiders AS MATERIALIZED (${outsiders(counted.websiteId, counted.span)}), ${join(parts, ', ')}
    SELECT ((SELECT count(*) FROM m0) + ${leftOut})::int AS conversions, ARRAY[${join(visitors, ', ')}] AS visitors,
      (SELECT coalesce(json_agg(r), '[]') FROM (${join(crossing, ' UNION ALL ')}) AS r) AS crossing,
      (SELECT coalesce(json_agg(r), '[]') FROM (${revenue}) AS r) AS revenue`;
};

export interface GoalDaysStore {
  /** Counts of the days of a range that are stored and still true. */
  stored(
    site: Site,
    rules: readonly GoalRule[],
    range: DateRange,
  ): Promise<ReadonlyMap<LocalDay, SpanCounts>>;
  /** Reads a goal's counts on the imported days that have them. */
  imported(site: Site, rule: GoalRule, range: DateRange): Promise<ReadonlyMap<LocalDay, Imported>>;
  /**
   * Finds out whether imported days tell of a goal's conversions under a filter: where all that the goal counts
   * meets it, as under `page is /thanks` for a goal of that page. An import knows pages and events, but
   * not whose they were.
   */
  knowsImported(site: Site, rules: readonly GoalRule[], filter: Filter): Promise<boolean>;
  /** Counts the events of days as they are now, without storing anything. */
  count(days: CountedDays, rules: readonly GoalRule[]): Promise<SpanCounts>;
  /** Returns the lists of rules for which a day isn't stored, or is no longer valid. */
  lacking(
    site: Site,
    day: LocalDay,
    lists: readonly (readonly GoalRule[])[],
  ): Promise<readonly (readonly GoalRule[])[]>;
  /**
   * Counts and stores a settled day for a list of rules.
   * @returns false if another process is counting days of this website
   */
  make(site: Site, day: LocalDay, rules: readonly GoalRule[]): Promise<boolean>;
  /** Removes the days of all rules but these. */
  keepOnly(websiteId: number, lists: readonly (readonly GoalRule[])[]): Promise<void>;
}

/** Conversions of an imported day. Imports tell no visitors apart, so those of several pages are added up. */
type Imported = Pick<Counts, 'conversions'> & { readonly converters: number };

/** True for a goal that imports can tell of: they have no properties, and measure no single view. */
const isImported = (rule: GoalRule): boolean => !isMeasured(rule) && rule.property === null;

const importedSql = (websiteId: number, rule: GoalRule, { from, to }: DateRange): Sql => {
  const [table, id, conversions] =
    rule.type === 'event'
      ? ['imported_values', 'value_id', 'hits']
      : ['imported_pages', 'page_id', 'pageviews'];
  const ofEvents = rule.type === 'event' ? sql`AND dimension = ${numberOf('event')}` : sql``;
  return sql`SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(${literal(conversions)})::int AS conversions, sum(visitors)::int AS converters
    FROM ${literal(table)} WHERE website_id = ${websiteId} AND day BETWEEN ${from}::date AND ${to}::date ${ofEvents}
      AND ${literal(id)} IN (${fittingIds(websiteId, rule)}) GROUP BY day HAVING sum(${literal(conversions)}) > 0`;
};

/** Advisory lock for counting days, with the website's id as second key. */
const GOAL_DAYS_LOCK = 0x676f616c;

/** For those who ask before the background work has stored the days that they ask for. */
const BEING_COUNTED = 'The days are still being counted. Try again in a minute, or ask for fewer days.';

type StoredRow = SpanCounts & { readonly day: LocalDay };

/**
 * Days of goals and funnels: stored ones, and those that are counted from the events. Four goals
 * over a year of 8 million events took 15.6 s from the events, and take 178 ms from days.
 */
export const createGoalDaysStore = (database: Database): GoalDaysStore => ({
  async stored(site, rules, { from, to }) {
    const { text, values } = sql`
      SELECT to_char(g.day, 'YYYY-MM-DD') AS day, g.conversions, g.visitors, g.crossing, g.revenue FROM goal_days g
      WHERE g.website_id = ${site.id} AND g.rules = ${rulesKey(rules)} AND g.day BETWEEN ${from}::date AND ${to}::date
        AND g.timezone = ${site.timezone} AND g.writes = ${lateWritesSql(site.id, sql`g.day`, sql`g.day + 1`)}`;
    const { rows } = await database.raw<{ rows: StoredRow[] }>(text, values);
    return new Map(rows.map(({ day, ...counts }) => [day, counts]));
  },

  async imported(site, rule, range) {
    if (!isImported(rule)) return new Map();
    const rows = await runCount<Imported & { readonly day: LocalDay }>(
      database,
      importedSql(site.id, rule, range),
    );
    return new Map(rows.map(({ day, ...counts }) => [day, counts]));
  },

  async knowsImported(site, rules, filter) {
    const [rule, ...others] = rules;
    if (rule === undefined || others.length > 0 || !isImported(rule)) return false;
    const conditions = conditionsOf(filter);
    if (conditions.length === 0) return true;
    if (asksForBehaviour(filter) || conditions.some(({ dimension }) => dimension !== rule.type)) return false;
    const asked = { site, filter, span: { start: 0, end: 0 } };
    const ids = await ofTexts((query) => runCount(database, query), asked);
    const column = literal(rule.type === 'event' ? 'name_id' : 'page_id');
    const rows = await runCount(
      database,
      sql`SELECT FROM (SELECT id AS ${column} FROM (${fittingIds(site.id, rule)}) AS fitting) AS e
        WHERE (${filterSql(asked, ids)}) IS NOT TRUE LIMIT 1`,
    );
    return rows.length === 0;
  },

  async count(days, rules) {
    const visits = await countedVisits((query) => runCount(database, query), days);
    // Days under a filter are never stored.
    const advice = conditionsOf(days.filter).length === 0 ? BEING_COUNTED : undefined;
    const [counts] = await runCount<SpanCounts>(database, countsSql(visits, rules), advice);
    if (counts === undefined) throw new Error('a query of aggregates has one row');
    return counts;
  },

  async lacking(site, day, lists) {
    const { text, values } = sql`
      SELECT g.rules FROM goal_days g
      WHERE g.website_id = ${site.id} AND g.day = ${day}::date AND g.timezone = ${site.timezone}
        AND g.writes = ${lateWritesSql(site.id, sql`g.day`, sql`g.day + 1`)}`;
    const { rows } = await database.raw<{ rows: { rules: string }[] }>(text, values);
    const stored = new Set(rows.map(({ rules }) => rules));
    return lists.filter((rules) => !stored.has(rulesKey(rules)));
  },

  make: (site, day, rules) =>
    database.transaction(async (transaction) => {
      if (!(await takeDeriveTurn(transaction, GOAL_DAYS_LOCK, site.id))) return false;
      await transaction.raw(QUESTION_LIMITS);
      const span = spanOf({ from: day, to: day }, site.timezone);
      // One statement sees one snapshot of the rows and of the late writes they include.
      const { text, values } = sql`
        SELECT counts.*, ${lateWritesSql(site.id, sql`${day}::date`, sql`${day}::date + 1`)} AS writes
        FROM (${countsSql({ websiteId: site.id, span, visits: sql`true` }, rules)}) AS counts`;
      const { rows } = await transaction.raw<{ rows: (SpanCounts & { writes: string })[] }>(text, values);
      for (const { conversions, visitors, crossing, revenue, writes } of rows)
        await transaction('goal_days')
          .insert({
            website_id: site.id,
            rules: rulesKey(rules),
            day,
            timezone: site.timezone,
            writes,
            conversions,
            visitors,
            crossing: JSON.stringify(crossing),
            revenue: JSON.stringify(revenue),
          })
          .onConflict(['website_id', 'rules', 'day'])
          .merge();
      return true;
    }),

  async keepOnly(websiteId, lists) {
    await database('goal_days')
      .where({ website_id: websiteId })
      .whereNotIn('rules', lists.map(rulesKey))
      .delete();
  },
});
