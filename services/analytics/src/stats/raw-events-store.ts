import type { Database } from '@platform/database';

import { spanOf } from '../calendar/date-range.ts';
import type { Span, DateRange } from '../calendar/date-range.ts';
import { HIT_DIMENSIONS, EVENT_KINDS } from '../dimensions/dimension-names.ts';
import type { Dimension } from '../dimensions/dimension-names.ts';
import { sql, inTime, QUESTION_LIMITS } from '../sql/sql.ts';
import type { Sql } from '../sql/sql.ts';
import { conditionsOf, forRowsOf } from './query/filter.ts';
import type { Filter } from './query/filter.ts';
import type { Site } from './query/sums-request.ts';
import { filterSql, fittingIds } from './sql/filter-sql.ts';
import { LONGEST_VISIT, within } from './sql/grouped-sql.ts';

/** A line of the export: an event with the values of its visit. */
export type RawEvent = Readonly<Record<string, unknown>>;

interface EventRow {
  readonly ts: Date;
  readonly visit_id: string;
  readonly kind: number;
  readonly page_id: number;
  readonly name_id: number;
  readonly engaged_ms: number;
  readonly scroll: number;
  readonly props: object;
  readonly [visitColumn: string]: unknown;
}

/** Names of `events.kind`. */
const KIND_NAMES = ['pageview', 'event', 'engagement', 'vitals'];

/** Columns of the event's visit in each line. */
const VISIT_COLUMNS = [...HIT_DIMENSIONS, 'entry_page', 'exit_page'] as const;

/** The events of a span with their visits. */
const EVENTS_OF_SPAN = `
  SELECT e.ts, e.visit_id, e.kind, e.page_id, e.name_id, e.engaged_ms, e.scroll, e.props,
    ${VISIT_COLUMNS.map((name) => `v.${name}_id`).join(', ')}
  FROM events e LEFT JOIN visits v ON v.website_id = e.website_id AND v.visit_id = e.visit_id
    AND v.website_id = ? AND v.started_at >= ? AND v.started_at < ?
  WHERE e.website_id = ? AND e.ts >= ? AND e.ts < ? ORDER BY e.ts, e.visit_id`;

/** The next event of a span. */
const NEXT_EVENT = 'SELECT ts FROM events WHERE website_id = ? AND ts >= ? AND ts < ? ORDER BY ts LIMIT 1';

/** The ids of the dictionary in a row. */
const idsOf = (row: EventRow): readonly number[] =>
  [row.page_id, row.name_id, ...VISIT_COLUMNS.map((name) => Number(row[`${name}_id`] ?? 0))].filter(
    (id) => id > 0,
  );

export interface RawEventsStore {
  /**
   * The events of a span in the order of time, read through a cursor a thousand rows at a time, so
   * memory doesn't grow with the range. Ending the iteration early closes the cursor.
   */
  stream(websiteId: number, span: Span): AsyncIterable<RawEvent>;
}

const BATCH = 1000;

const DAY = 86_400_000;

/** Reads raw events for the export, day by day, which also bounds the database's memory. */
export const createRawEventsStore = (database: Database): RawEventsStore => {
  const namesOf = async (
    websiteId: number,
    rows: readonly EventRow[],
  ): Promise<ReadonlyMap<number, string>> => {
    const ids = [...new Set(rows.flatMap(idsOf))];
    const found = await database<{ website_id: number; id: number; value: string }>('dictionary')
      .where({ website_id: websiteId })
      .whereRaw('id = ANY(?::int[])', [ids])
      .select('id', 'value');
    return new Map(found.map(({ id, value }) => [id, value]));
  };

  const toEvent = (row: EventRow, names: ReadonlyMap<number, string>): RawEvent => {
    const named = (id: unknown): string | null => names.get(Number(id)) ?? null;
    return {
      time: row.ts.toISOString(),
      type: KIND_NAMES[row.kind] ?? 'unknown',
      visit_id: row.visit_id,
      page: named(row.page_id),
      event: named(row.name_id),
      props: row.props,
      engaged_seconds: row.engaged_ms / 1000,
      scroll_percent: row.scroll,
      ...Object.fromEntries(VISIT_COLUMNS.map((name) => [name, named(row[`${name}_id`])])),
    };
  };

  const day = async function* (websiteId: number, start: number, end: number): AsyncGenerator<RawEvent> {
    const times = [new Date(start - LONGEST_VISIT), new Date(end)];
    const stream = database
      .raw(EVENTS_OF_SPAN, [websiteId, ...times, websiteId, new Date(start), new Date(end)])
      .stream({ batchSize: BATCH, highWaterMark: BATCH });
    try {
      let batch: EventRow[] = [];
      for await (const row of stream as AsyncIterable<EventRow>) {
        batch.push(row);
        if (batch.length < BATCH) continue;
        const names = await namesOf(websiteId, batch);
        for (const event of batch) yield toEvent(event, names);
        batch = [];
      }
      const names = await namesOf(websiteId, batch);
      for (const event of batch) yield toEvent(event, names);
    } finally {
      stream.destroy();
    }
  };

  /** Time of the next event, so that empty years cost nothing. */
  const nextEvent = async (websiteId: number, start: number, end: number): Promise<number | undefined> => {
    const bindings = [websiteId, new Date(start), new Date(end)];
    const { rows } = await database.raw<{ rows: { ts: Date }[] }>(NEXT_EVENT, bindings);
    return rows[0]?.ts.getTime();
  };

  return {
    async *stream(websiteId, { start, end }) {
      for (
        let next = await nextEvent(websiteId, start, end);
        next !== undefined;
        next = await nextEvent(websiteId, next + DAY, end)
      )
        yield* day(websiteId, next, Math.min(next + DAY, end));
    },
  };
};

/** A property of events and page views, and how many of them have it. */
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
  /** The names of the properties that events and page views of some days have, those of most first. */
  names(days: CountedEvents, limit: number): Promise<readonly PropertyCount[]>;
}

/** Reads which properties there are: from the events, as it is asked for seldom. */
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
              AND e.kind IN (${EVENT_KINDS.pageview}, ${EVENT_KINDS.event}) AND ${filterSql(request, await fittingIds(run, request))}
            GROUP BY name ORDER BY count(*) DESC, name LIMIT ${limit}`);
        },
        { readOnly: true },
      ),
    ),
});
