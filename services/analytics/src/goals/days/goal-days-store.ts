import type { Database } from '@platform/database';

import { spanOf } from '../../calendar/date-range.ts';
import type { DateRange } from '../../calendar/date-range.ts';
import type { LocalDay } from '../../calendar/local-day.ts';
import { sql } from '../../sql/sql.ts';
import { takeDeriveTurn } from '../../stats/derived/derive-turn.ts';
import { lateWritesSql } from '../../stats/derived/settled-days.ts';
import type { Site } from '../../stats/query/sums-request.ts';
import type { GoalRule } from '../goal.ts';
import { QUESTION_LIMITS } from '../../stats/query-timeout.ts';
import { runCount } from '../run-bounded-query.ts';
import { countsSql } from './counts-sql.ts';
import { rulesKey } from './rules-key.ts';
import type { SpanCounts } from './span-counts.ts';

export interface GoalDaysStore {
  /** Counts of the days of a range that are stored and still true. */
  stored(
    site: Site,
    rules: readonly GoalRule[],
    range: DateRange,
  ): Promise<ReadonlyMap<LocalDay, SpanCounts>>;
  /** Counts the events of a range as they are now, without storing anything. */
  count(site: Site, rules: readonly GoalRule[], range: DateRange): Promise<SpanCounts>;
  /** Of lists of rules, those for which a day isn't stored, or no longer true. */
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

/** Advisory lock, with the website's id as second key, of whoever counts days. */
const GOAL_DAYS_LOCK = 0x676f616c;

/** For those who ask before the background work has stored the days that they ask for. */
const BEING_COUNTED = 'The days are still being counted. Try again in a minute, or ask for fewer days.';

type StoredRow = SpanCounts & { readonly day: LocalDay };

/** Days of goals and funnels: stored ones, and those that are counted from the events. */
export const createGoalDaysStore = (database: Database): GoalDaysStore => ({
  async stored(site, rules, { from, to }) {
    const { text, values } = sql`
      SELECT to_char(g.day, 'YYYY-MM-DD') AS day, g.conversions, g.visitors, g.crossing, g.revenue FROM goal_days g
      WHERE g.website_id = ${site.id} AND g.rules = ${rulesKey(rules)} AND g.day BETWEEN ${from}::date AND ${to}::date
        AND g.timezone = ${site.timezone} AND g.writes = ${lateWritesSql(site.id, sql`g.day`, sql`g.day + 1`)}`;
    const { rows } = await database.raw<{ rows: StoredRow[] }>(text, values);
    return new Map(rows.map(({ day, ...counts }) => [day, counts]));
  },

  async count(site, rules, range) {
    const [counts] = await runCount<SpanCounts>(
      database,
      countsSql(site.id, rules, spanOf(range, site.timezone)),
      BEING_COUNTED,
    );
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
        FROM (${countsSql(site.id, rules, span)}) AS counts`;
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
