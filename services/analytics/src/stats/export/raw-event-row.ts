import { HIT_DIMENSIONS } from '../../dimensions/stored-dimensions.ts';

/** A line of the export: an event with the values of its visit. */
export type RawEvent = Readonly<Record<string, unknown>>;

export interface EventRow {
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
export const KIND_NAMES = ['pageview', 'event', 'engagement', 'vitals'];

/** What a line tells of the event’s visit. */
export const VISIT_COLUMNS = [...HIT_DIMENSIONS, 'entry_page', 'exit_page'] as const;

/** The events of a span with their visits. */
export const EVENTS_OF_SPAN = `
  SELECT e.ts, e.visit_id, e.kind, e.page_id, e.name_id, e.engaged_ms, e.scroll, e.props,
    ${VISIT_COLUMNS.map((name) => `v.${name}_id`).join(', ')}
  FROM events e LEFT JOIN visits v ON v.website_id = e.website_id AND v.visit_id = e.visit_id
    AND v.website_id = ? AND v.started_at >= ? AND v.started_at < ?
  WHERE e.website_id = ? AND e.ts >= ? AND e.ts < ? ORDER BY e.ts, e.visit_id`;

/** The next event of a span. */
export const NEXT_EVENT =
  'SELECT ts FROM events WHERE website_id = ? AND ts >= ? AND ts < ? ORDER BY ts LIMIT 1';

/** The ids of the dictionary in a row. */
export const idsOf = (row: EventRow): readonly number[] =>
  [row.page_id, row.name_id, ...VISIT_COLUMNS.map((name) => Number(row[`${name}_id`] ?? 0))].filter(
    (id) => id > 0,
  );
