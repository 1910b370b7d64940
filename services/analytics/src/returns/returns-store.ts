import type { Database } from '@platform/database';

import { runCount } from '../goals/conversions-sql.ts';
import { countedVisits } from '../goals/counted-visits.ts';
import type { CountedDays } from '../goals/counted-visits.ts';
import { join, literal, sql } from '../sql/sql.ts';
import type { Sql } from '../sql/sql.ts';
import { within } from '../stats/sql/grouped-sql.ts';

/** Hours within which a visitor is back, from the end of the first visit. */
export const RETURN_HOURS = [1, 2, 4, 8, 24] as const;

/** Visits of a visitor that are told apart; more of them are counted with the last. */
export const MOST_VISITS = 5;

/** Visitors of a day who came again on it, added up over the days. */
export interface Returns {
  readonly visitors: number;
  /** How many had exactly so many visits on their day, from 1; the last has those with more. */
  readonly byVisits: readonly number[];
  /** How many were back within each of `RETURN_HOURS`. Each includes those before. */
  readonly within: readonly number[];
}

export interface ReturnsStore {
  count(days: CountedDays): Promise<Returns>;
}

interface ReturnsRow {
  readonly visits: readonly number[];
  readonly within: readonly number[];
}

const atLeast = (nth: number): Sql => sql`count(*) FILTER (WHERE nth = ${literal(String(nth))})::int`;

const backWithin = (hours: number): Sql =>
  sql`count(*) FILTER (WHERE nth = 2 AND away <= interval '${literal(String(hours))} hours')::int`;

/** Counts visits by their place among those of the visitor's day. A visitor's number lives for a day. */
export const createReturnsStore = (database: Database): ReturnsStore => ({
  async count(days) {
    const { websiteId, span, visits } = await countedVisits((query) => runCount(database, query), days);
    const places = Array.from({ length: MOST_VISITS }, (_, index) => atLeast(index + 1));
    const [row] = await runCount<ReturnsRow>(
      database,
      sql`
      WITH numbered AS (
        SELECT row_number() OVER w AS nth, v.started_at - lag(v.last_at) OVER w AS away
        FROM visits v
        WHERE v.website_id = ${websiteId} AND ${within('v.started_at', span.start, span.end)} AND ${visits}
        WINDOW w AS (PARTITION BY v.visitor_id ORDER BY v.started_at))
      SELECT ARRAY[${join(places, ', ')}] AS visits, ARRAY[${join(RETURN_HOURS.map(backWithin), ', ')}] AS within
      FROM numbered WHERE nth <= ${MOST_VISITS}`,
    );
    const reached = row?.visits ?? [];
    return {
      visitors: reached[0] ?? 0,
      byVisits: reached.map((count, index) => count - (reached[index + 1] ?? 0)),
      within: row?.within ?? [],
    };
  },
});
