import type { Database } from '@platform/database';

import type { Span } from '../calendar/date-range.ts';
import { EVENT_KINDS } from '../dimensions/event-kinds.ts';
import { sql } from '../sql/sql.ts';
import { inTime, QUESTION_LIMITS } from './query-timeout.ts';
import { within } from './sql/span-sql.ts';

/** A property of events, and how many of them have it. */
export interface PropertyCount {
  readonly value: string;
  readonly count: number;
}

export interface PropertiesStore {
  /** The names of the properties that events of a span have, those of most events first. */
  names(websiteId: number, span: Span, limit: number): Promise<readonly PropertyCount[]>;
}

/** Reads which properties events have: from the events, as it is asked for seldom. */
export const createPropertiesStore = (database: Database): PropertiesStore => ({
  names(websiteId, span, limit) {
    const { text, values } = sql`SELECT name AS value, count(*)::int AS count
      FROM events e CROSS JOIN LATERAL jsonb_object_keys(e.props) AS name
      WHERE e.website_id = ${websiteId} AND ${within('e.ts', span.start, span.end)}
        AND e.kind = ${EVENT_KINDS.event}
      GROUP BY name ORDER BY count(*) DESC, name LIMIT ${limit}`;
    return inTime(
      database.transaction(
        async (transaction) => {
          await transaction.raw(QUESTION_LIMITS);
          return (await transaction.raw<{ rows: PropertyCount[] }>(text, values)).rows;
        },
        { readOnly: true },
      ),
    );
  },
});
