import type { Span } from '../calendar/date-range.ts';
import { conversionRows } from '../goals/conversions-sql.ts';
import type { GoalRule } from '../goals/goal.ts';
import { join, literal, sql } from '../sql/sql.ts';
import type { Sql } from '../sql/sql.ts';

/**
 * One row with `step0`, `step1`, …: how many visitors got that far. A visitor takes a step when its
 * rule converts later than the step before, each at the earliest time possible. An identity lasts a
 * day, so a way that goes on on another day isn't seen.
 */
export const funnelSql = (websiteId: number, rules: readonly GoalRule[], span: Span): Sql => {
  const steps = rules.map((rule, index) => {
    const found = literal(`m${index}`);
    const step = literal(`s${index}`);
    const before = literal(`s${index - 1}`);
    // Materialised: the planner would look at the events again for each visitor of the step before.
    const rows = sql`${found} AS MATERIALIZED (SELECT v.visitor_id, e.ts FROM ${conversionRows(websiteId, rule, span)})`;
    const first = sql`SELECT visitor_id, min(ts) AS ts FROM ${found} GROUP BY visitor_id`;
    const later = sql`SELECT m.visitor_id, min(m.ts) AS ts FROM ${found} AS m
      JOIN ${before} AS b ON b.visitor_id = m.visitor_id AND m.ts > b.ts GROUP BY m.visitor_id`;
    return sql`${rows}, ${step} AS MATERIALIZED (${index === 0 ? first : later})`;
  });
  const counts = rules.map(
    (_, index) => sql`(SELECT count(*)::int FROM ${literal(`s${index}`)}) AS ${literal(`step${index}`)}`,
  );
  return sql`WITH ${join(steps, ', ')} SELECT ${join(counts, ', ')}`;
};
