import type { Database } from '@platform/database';

import { spanOf } from '../calendar/date-range.ts';
import type { DateRange } from '../calendar/date-range.ts';
import type { Dimension } from '../dimensions/dimension-names.ts';
import { EVENT_KINDS } from '../dimensions/dimension-names.ts';
import { sql } from '../sql/sql.ts';
import type { Sql } from '../sql/sql.ts';
import { conditionsOf, forRowsOf } from './query/filter.ts';
import type { Filter } from './query/filter.ts';
import type { Site } from './query/sums-request.ts';
import { inTime, QUESTION_LIMITS } from './query-timeout.ts';
import { filterSql, fittingIds } from './sql/filter-sql.ts';
import { LONGEST_VISIT, within } from './sql/grouped-sql.ts';

/** A property of events, and how many of them have it. */
export interface PropertyCount {
  readonly value: string;
  readonly count: number;
}

/** Events of days for which a filter holds. */
interface CountedEvents {
  readonly site: Site;
  readonly range: DateRange;
  readonly filter: Filter;
}

/** Events know their name and properties; of pages, a filter asks what the visit viewed. */
const isOfEvents = (dimension: Dimension): boolean => dimension !== 'page';

export interface PropertiesStore {
  /** The names of the properties that events of some days have, those of most events first. */
  names(days: CountedEvents, limit: number): Promise<readonly PropertyCount[]>;
}

/** Reads which properties events have: from the events, as it is asked for seldom. */
export const createPropertiesStore = (database: Database): PropertiesStore => ({
  names: ({ site, range, filter: asked }, limit) =>
    inTime(
      database.transaction(
        async (transaction) => {
          await transaction.raw(QUESTION_LIMITS);
          const run = async <Row>({ text, values }: Sql): Promise<Row[]> =>
            (await transaction.raw<{ rows: Row[] }>(text, values)).rows;
          const span = spanOf(range, site.timezone);
          const filter = forRowsOf(asked, isOfEvents);
          const request = { site, span, filter };
          const visits =
            conditionsOf(filter).length === 0
              ? sql``
              : sql`JOIN visits v ON v.website_id = ${site.id} AND v.visit_id = e.visit_id
                  AND ${within('v.started_at', span.start - LONGEST_VISIT, span.end)}`;
          return run<PropertyCount>(sql`SELECT name AS value, count(*)::int AS count
            FROM events e ${visits} CROSS JOIN LATERAL jsonb_object_keys(e.props) AS name
            WHERE e.website_id = ${site.id} AND ${within('e.ts', span.start, span.end)}
              AND e.kind = ${EVENT_KINDS.event} AND ${filterSql(request, await fittingIds(run, request))}
            GROUP BY name ORDER BY count(*) DESC, name LIMIT ${limit}`);
        },
        { readOnly: true },
      ),
    ),
});
