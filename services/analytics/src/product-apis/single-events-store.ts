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

/** One page view or event. */
export interface LatestEvent {
  readonly at: Date;
  readonly visitId: string;
  readonly isView: boolean;
  /** Empty for none, like the next two. */
  readonly page: string;
  readonly name: string;
  readonly referrer: string;
}

export interface LatestEventsStore {
  /**
   * Page views and events of a span, the latest first.
   * @returns how many there are as well; no more than `mostCounted` and one are counted
   */
  list(
    asked: { readonly site: Site; readonly span: Span; readonly filter: Filter },
    page: { readonly limit: number; readonly offset: number; readonly mostCounted: number },
  ): Promise<{ readonly events: readonly LatestEvent[]; readonly total: number }>;
}

interface EventRow {
  readonly ts: Date;
  readonly visit_id: string;
  readonly kind: number;
  readonly page: string | null;
  readonly name: string | null;
  readonly referrer: string | null;
}

/** Joins the text of a dictionary's id in the column of `e` or `v`. */
const text = (alias: string, column: Sql, websiteId: number): Sql =>
  sql`LEFT JOIN dictionary ${literal(alias)} ON ${literal(alias)}.website_id = ${websiteId} AND ${literal(alias)}.id = ${column}`;

/** Single page views and events, read from the rows that statistics are made of. */
export const createLatestEventsStore = (database: Database): LatestEventsStore => {
  const run = <Row>(query: Sql): Promise<Row[]> => runCount<Row>(database, query);
  return {
    async list(asked, { limit, offset, mostCounted }) {
      const { site, span } = asked;
      const condition = filterSql(asked, await fittingIds(run, asked));
      const from = sql`events e JOIN visits v ON v.website_id = ${site.id} AND v.visit_id = e.visit_id
          AND ${within('v.started_at', span.start - LONGEST_VISIT, span.end)}
        WHERE e.website_id = ${site.id} AND ${within('e.ts', span.start, span.end)}
          AND e.kind IN (${EVENT_KINDS.pageview}, ${EVENT_KINDS.event}) AND ${condition}`;
      const rows = await run<EventRow>(sql`
        SELECT e.ts, e.visit_id::text AS visit_id, e.kind, p.value AS page, n.value AS name, r.value AS referrer
        FROM (SELECT e.ts, e.visit_id, e.kind, e.page_id, e.name_id, v.referrer_id FROM ${from}
          ORDER BY e.ts DESC, e.visit_id LIMIT ${limit} OFFSET ${offset}) AS e
        ${text('p', columnOf('page'), site.id)}
        ${text('n', columnOf('event'), site.id)}
        ${text('r', literal('e.referrer_id'), site.id)}
        ORDER BY e.ts DESC, e.visit_id`);
      const [counted] = await run<{ total: number }>(
        sql`SELECT count(*)::int AS total FROM (SELECT FROM ${from} LIMIT ${mostCounted + 1}) AS counted`,
      );
      return {
        total: counted?.total ?? 0,
        events: rows.map(({ ts, visit_id: visitId, kind, page, name, referrer }) => ({
          at: ts,
          visitId,
          isView: kind === EVENT_KINDS.pageview,
          page: page ?? '',
          name: name ?? '',
          referrer: referrer ?? '',
        })),
      };
    },
  };
};

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
