import type { Database } from '@platform/database';

import type { Span } from '../../calendar/date-range.ts';
import { HIT_DIMENSIONS } from '../../dimensions/dimension-names.ts';
import { LONGEST_VISIT } from '../sql/grouped-sql.ts';

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
