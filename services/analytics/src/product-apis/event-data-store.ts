import type { Database } from '@platform/database';

import type { Span } from '../calendar/date-range.ts';
import { EVENT_KINDS } from '../dimensions/dimension-names.ts';
import { runCount } from '../goals/conversions-sql.ts';
import { literal, sql } from '../sql/sql.ts';
import type { Sql } from '../sql/sql.ts';
import type { Filter } from '../stats/query/filter.ts';
import type { Site } from '../stats/query/sums-request.ts';
import { columnOf, filterSql, fittingIds } from '../stats/sql/filter-sql.ts';
import { LONGEST_VISIT, within } from '../stats/sql/grouped-sql.ts';

/** A property of the events with a name. */
export interface EventProperty {
  readonly event: string;
  readonly property: string;
  /** As JSON names it: `string`, `number`, `boolean`. */
  readonly type: string;
  /** Events that have it. */
  readonly total: number;
}

interface AskedEvents {
  readonly site: Site;
  readonly span: Span;
  readonly filter: Filter;
}

export interface EventDataStore {
  /** The properties of events, those of most of them first. */
  properties(asked: AskedEvents, limit: number): Promise<readonly EventProperty[]>;
  /** How many events have properties. */
  events(asked: AskedEvents): Promise<number>;
}

/** Reads the properties of single events, which nothing is summed up by. */
export const createEventDataStore = (database: Database): EventDataStore => {
  const run = <Row>(query: Sql): Promise<Row[]> => runCount<Row>(database, query);
  const eventsOf = async (asked: AskedEvents): Promise<{ rows: Sql; condition: Sql }> => {
    const { site, span } = asked;
    const condition = filterSql(asked, await fittingIds(run, asked));
    return {
      rows: sql`events e JOIN visits v ON v.website_id = ${site.id} AND v.visit_id = e.visit_id
        AND ${within('v.started_at', span.start - LONGEST_VISIT, span.end)}`,
      condition: sql`e.website_id = ${site.id} AND ${within('e.ts', span.start, span.end)}
        AND e.kind = ${EVENT_KINDS.event} AND ${condition}`,
    };
  };
  return {
    async properties(asked, limit) {
      const { rows, condition } = await eventsOf(asked);
      return run<EventProperty>(sql`SELECT n.value AS event, key AS property,
          jsonb_typeof(e.props -> key) AS type, count(*)::int AS total
        FROM ${rows} CROSS JOIN LATERAL jsonb_object_keys(e.props) AS key
        JOIN dictionary n ON n.website_id = ${asked.site.id} AND n.id = ${columnOf('event')}
        WHERE ${condition} GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2 LIMIT ${limit}`);
    },
    async events(asked) {
      const { rows, condition } = await eventsOf(asked);
      const [found] = await run<{ total: number }>(
        sql`SELECT count(*)::int AS total FROM ${rows} WHERE ${condition} AND e.props <> ${literal(`'{}'::jsonb`)}`,
      );
      return found?.total ?? 0;
    },
  };
};
