import type { Database } from '@platform/database';

import type { Span } from '../calendar/date-range.ts';
import { EVENT_KINDS } from '../dimensions/event-kinds.ts';
import { runCount } from '../goals/run-bounded-query.ts';
import { sql } from '../sql/sql.ts';
import type { PanelData } from './list-panel.ts';
import { within } from '../stats/sql/span-sql.ts';

export interface PropertiesStore {
  /** The names of the properties that events of a span have, those of most events first. */
  names(websiteId: number, span: Span, limit: number): Promise<PanelData>;
}

/** Reads which properties events have: from the events, as it is asked for seldom. */
export const createPropertiesStore = (database: Database): PropertiesStore => ({
  async names(websiteId, span, limit) {
    const rows = await runCount<{ value: string; count: number }>(
      database,
      sql`SELECT name AS value, count(*)::int AS count
        FROM events e CROSS JOIN LATERAL jsonb_object_keys(e.props) AS name
        WHERE e.website_id = ${websiteId} AND ${within('e.ts', span.start, span.end)}
          AND e.kind = ${EVENT_KINDS.event}
        GROUP BY name ORDER BY count(*) DESC, name LIMIT ${limit}`,
    );
    return {
      rows: rows.map(({ value, count }) => ({ value, title: null, count })),
      // The list has one page.
      total: rows.length,
    };
  },
});
